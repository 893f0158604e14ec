import { describe, expect, it } from "vitest";
import { SensitiveContentError } from "../../src/errors/errors.ts";
import { cleanRecord, isClean, requireClean } from "../../src/security/clean.ts";
import type { FieldRoles, FilterOptions } from "../../src/security/clean.ts";
import { drawn, githubToken } from "./made-up-values.ts";

interface Note {
  readonly text: string;
  readonly subject?: string | undefined;
  readonly predicate?: string | undefined;
  readonly object?: string | undefined;
  readonly scope?: string | undefined;
  readonly payload?: unknown;
  readonly weight?: number;
  readonly citations?: readonly { readonly source: string; readonly locator?: string; readonly excerpt?: string }[];
}

const ROLES: FieldRoles<Note> = {
  text: "content",
  subject: "content",
  predicate: "content",
  object: "content",
  scope: "metadata",
  payload: "json",
  citations: { each: { source: "metadata", locator: "metadata", excerpt: "content" } },
};
const REJECT: FilterOptions = { onSecret: "reject" };
const REDACT: FilterOptions = { onSecret: "redact" };
const PAIRS: FilterOptions["relatedFields"] = [
  ["predicate", "object"],
  ["subject", "object"],
];
const token = githubToken();

function refusalOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error instanceof SensitiveContentError ? { code: error.code, details: error.details } : error;
  }
  return undefined;
}

describe("cleanRecord", () => {
  it("gives back an equal copy of a record without secrets", () => {
    const note: Note = {
      text: "The staging API listens on port 7443",
      scope: "project:my-app",
      weight: 1,
      payload: { steps: [1, "two"] },
      citations: [{ source: "docs/ops.md", locator: "L12", excerpt: "listens on 7443" }],
    };

    const { record, findings } = cleanRecord(note, ROLES, REJECT);

    expect({ record, findings }).toEqual({ record: note, findings: [] });
    expect(Object.isFrozen(note)).toBe(false);
  });

  it.each<{ readonly field: string; readonly note: Note; readonly code: string; readonly finding: string }>([
    { field: "text", note: { text: `use ${token}` }, code: "sensitive.content", finding: "github_token" },
    {
      field: "subject",
      note: { text: "a", subject: "password=hunter2x" },
      code: "sensitive.content",
      finding: "password_assignment",
    },
    {
      field: "scope",
      note: { text: "a", scope: `project:${token}` },
      code: "sensitive.metadata",
      finding: "github_token",
    },
    {
      field: "citations[1].locator",
      note: { text: "a", citations: [{ source: "a.md" }, { source: "b.md", locator: token }] },
      code: "sensitive.metadata",
      finding: "github_token",
    },
    {
      field: "citations[0].excerpt",
      note: { text: "a", citations: [{ source: "a.md", excerpt: token }] },
      code: "sensitive.content",
      finding: "github_token",
    },
    {
      field: "payload",
      note: { text: "a", payload: { [token]: 1 } },
      code: "sensitive.metadata",
      finding: "github_token",
    },
  ])("refuses a secret in $field and says where, not what", ({ field, note, code, finding }) => {
    expect(refusalOf(() => cleanRecord(note, ROLES, REJECT))).toEqual({
      code,
      details: { field, findings: [finding] },
    });
  });

  it("redacts content and JSON when asked to, and lists what it found", () => {
    const note: Note = {
      text: `use ${token}`,
      object: "7443",
      payload: { password: "x9Kq77Zz" },
      citations: [{ source: "a.md", excerpt: `SG.${drawn(30)}` }],
    };

    expect(cleanRecord(note, ROLES, REDACT)).toEqual({
      record: {
        text: "use [REDACTED:github_token]",
        object: "7443",
        payload: { password: "[REDACTED:structured_secret]" },
        citations: [{ source: "a.md", excerpt: "[REDACTED:sendgrid_key]" }],
      },
      findings: ["github_token", "structured_secret", "sendgrid_key"],
    });
  });

  it("refuses a secret in metadata also where content is redacted", () => {
    expect(refusalOf(() => cleanRecord({ text: "a", scope: token }, ROLES, REDACT))).toEqual({
      code: "sensitive.metadata",
      details: { field: "scope", findings: ["github_token"] },
    });
  });

  it("never puts the secret into the error", () => {
    try {
      cleanRecord({ text: `use ${token}` }, ROLES, REJECT);
    } catch (error) {
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(token.slice(4));
      return;
    }
    expect.unreachable("the record was not refused");
  });

  it("sees a secret that a subject and its object make only together", () => {
    const note: Note = {
      text: "how staging is reached",
      subject: "staging db",
      predicate: "password",
      object: "hunter2Xy9",
    };

    expect(cleanRecord(note, ROLES, REJECT).findings).toEqual([]);
    expect(refusalOf(() => cleanRecord(note, ROLES, { ...REJECT, relatedFields: PAIRS }))).toEqual({
      code: "sensitive.content",
      details: { field: "object", findings: ["password_assignment"] },
    });
    expect(cleanRecord(note, ROLES, { ...REDACT, relatedFields: PAIRS }).record.object).toBe(
      "[REDACTED:password_assignment]",
    );
  });

  it("lets an object pass that only tells about a secret", () => {
    const note: Note = { text: "a", subject: "password policy", predicate: "token lifetime", object: "15 minutes" };

    expect(cleanRecord(note, ROLES, { ...REJECT, relatedFields: PAIRS }).record).toEqual(note);
  });

  it("takes private addresses out of content without refusing them, and leaves metadata as it is", () => {
    const note: Note = {
      text: "NFS at 10.0.0.5",
      scope: "a",
      citations: [{ source: "/home/ana/ops.md", excerpt: "10.0.0.5" }],
    };
    const options: FilterOptions = { onSecret: "reject", redactPrivateNetwork: true };

    expect(cleanRecord(note, ROLES, options)).toEqual({
      record: {
        text: "NFS at [REDACTED:private_ipv4]",
        scope: "a",
        citations: [{ source: "/home/ana/ops.md", excerpt: "[REDACTED:private_ipv4]" }],
      },
      findings: ["private_ipv4"],
    });
  });

  it.each([
    "project:my-app",
    "team:búsqueda",
    "L12-L45",
    "docs/ops.md",
    "src/auth/token.ts:45",
    "file:///srv/app/secrets/README.md",
    "claude-code/1.0.57",
    "7124750d-0e2a-4eb1-9f5d-218fe98f6b76",
    drawn(40, "0123456789abcdef"),
    drawn(64, "0123456789abcdef"),
    "ingest-2026-08-01-7f3a9c2e51",
    "01J0PHZ0UOH8P4Y8J8RLCUAJWN",
    "C:\\Users\\luis\\notes.md",
    "https://example.com/a?b=c#L3",
  ])("lets an ordinary identifier pass: %s", (scope) => {
    expect(cleanRecord({ text: "a", scope }, ROLES, REJECT).record.scope).toBe(scope);
  });

  it("freezes the copy with all lists and objects in it", () => {
    const { record } = cleanRecord(
      { text: "a", payload: { list: [{ a: 1 }] }, citations: [{ source: "a.md" }] },
      ROLES,
      REJECT,
    );
    const payload = record.payload as { list: object[] };
    const frozen = [record, record.citations, record.citations?.[0], payload, payload.list, payload.list[0]];

    expect(frozen.map((value) => Object.isFrozen(value))).toEqual(frozen.map(() => true));
  });
});

describe("requireClean", () => {
  it("gives a marked record back as it is", () => {
    const { record } = cleanRecord<Note>({ text: "a" }, ROLES, REJECT);

    expect(requireClean(record, ROLES)).toBe(record);
    expect(isClean(record)).toBe(true);
  });

  it("filters a copy of a marked record again", () => {
    const { record } = cleanRecord<Note>({ text: "a" }, ROLES, REJECT);
    const copy = { ...record, text: `use ${token}` };

    expect(isClean(copy)).toBe(false);
    expect(refusalOf(() => requireClean<Note>(copy, ROLES))).toEqual({
      code: "sensitive.content",
      details: { field: "text", findings: ["github_token"] },
    });
  });

  it("marks a record that was not marked when it passes", () => {
    expect(isClean(requireClean<Note>({ text: "a" }, ROLES))).toBe(true);
  });

  it("looks at related fields too", () => {
    const note: Note = { text: "a", predicate: "password", object: "hunter2Xy9" };

    expect(refusalOf(() => requireClean(note, ROLES, PAIRS))).toEqual({
      code: "sensitive.content",
      details: { field: "object", findings: ["password_assignment"] },
    });
  });

  it("marks nothing else", () => {
    expect([isClean({ text: "a" }), isClean(null), isClean("a"), isClean(undefined)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
