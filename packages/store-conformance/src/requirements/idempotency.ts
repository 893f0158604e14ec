export const IDEMPOTENCY = {
  "idempotency.keys": ["core §8", "finds each claim by each of its keys, once, whoever owns it"],
  "idempotency.content_number": ["core §8", "finds a content hash with and without its number"],
  "idempotency.newest": ["core §8", "takes the newest of many twins, and the confirmed one of many tuples"],
  "idempotency.ingest.key": ["core §8", "answers the same key again with the first claim"],
  "idempotency.ingest.content": ["core §8", "answers the same content again with the first claim and writes nothing"],
  "idempotency.ingest.namespaces": ["core §8", "compares within tenant, scope and owner of non-public claims alone"],
  "idempotency.ingest.other_tuple": ["core §8", "stores the same words with another tuple or validity anew"],
  "idempotency.ingest.returning": ["core §8", "stores a fact anew that comes back after another one replaced it"],
  "idempotency.ingest.revival": [
    "core §3",
    "makes an archived claim of the same content a candidate again, with an event",
  ],
  "idempotency.ingest.revival_owner": ["core §3", "revives no claim of another agent"],
  "idempotency.ingest.bulk": ["core §8", "answers a bulk as it answers the claims one by one"],
} as const;
