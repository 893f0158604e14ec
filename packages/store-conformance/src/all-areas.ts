import { claimTests } from "./areas/claims.ts";
import { citationTests } from "./areas/citations.ts";
import { lifecycleTests } from "./areas/lifecycle.ts";
import { linkTests } from "./areas/links.ts";
import { eventTests } from "./areas/events.ts";
import { searchTests } from "./areas/search.ts";
import { pagingTests } from "./areas/paging.ts";
import { idempotencyTests } from "./areas/idempotency.ts";
import { transactionTests } from "./areas/transactions.ts";
import { concurrencyTests } from "./areas/concurrency.ts";
import { accessTests } from "./areas/access.ts";
import { tenantTests } from "./areas/tenants.ts";
import { sensitiveTests } from "./areas/sensitive.ts";
import { undoTests } from "./areas/undo.ts";
import { proposalTests } from "./areas/proposals.ts";
import { redactionTests } from "./areas/redaction.ts";
import { dumpTests } from "./areas/dump.ts";
import { mergeTests } from "./areas/merge.ts";
import { upkeepTests } from "./areas/upkeep.ts";
import { spoolTests } from "./areas/spool.ts";
import { projectTests } from "./areas/projects.ts";
import { errorTests } from "./areas/errors.ts";
import { valueTests } from "./areas/values.ts";
import { verbatimTests } from "./areas/verbatim.ts";
import { vectorTests } from "./areas/vectors.ts";
import { jobTests } from "./areas/jobs.ts";
import type { Area } from "./requirement.ts";
import { CLAIMS } from "./requirements/claims.ts";
import { CITATIONS } from "./requirements/citations.ts";
import { LIFECYCLE } from "./requirements/lifecycle.ts";
import { LINKS } from "./requirements/links.ts";
import { EVENTS } from "./requirements/events.ts";
import { SEARCH } from "./requirements/search.ts";
import { PAGING } from "./requirements/paging.ts";
import { IDEMPOTENCY } from "./requirements/idempotency.ts";
import { TRANSACTIONS } from "./requirements/transactions.ts";
import { CONCURRENCY } from "./requirements/concurrency.ts";
import { ACCESS } from "./requirements/access.ts";
import { TENANTS } from "./requirements/tenants.ts";
import { SENSITIVE } from "./requirements/sensitive.ts";
import { UNDO } from "./requirements/undo.ts";
import { PROPOSALS } from "./requirements/proposals.ts";
import { REDACTION } from "./requirements/redaction.ts";
import { DUMP } from "./requirements/dump.ts";
import { MERGE } from "./requirements/merge.ts";
import { UPKEEP } from "./requirements/upkeep.ts";
import { SPOOL } from "./requirements/spool.ts";
import { PROJECTS } from "./requirements/projects.ts";
import { ERRORS } from "./requirements/errors.ts";
import { VALUES } from "./requirements/values.ts";
import { VERBATIM } from "./requirements/verbatim.ts";
import { VECTORS } from "./requirements/vectors.ts";
import { JOBS } from "./requirements/jobs.ts";

/** Every area; a store cannot leave one out. */
export const AREAS: readonly Area[] = [
  { name: "claims", requirements: CLAIMS, tests: claimTests },
  { name: "citations", requirements: CITATIONS, tests: citationTests },
  { name: "lifecycle", requirements: LIFECYCLE, tests: lifecycleTests },
  { name: "links", requirements: LINKS, tests: linkTests },
  { name: "events", requirements: EVENTS, tests: eventTests },
  { name: "search", requirements: SEARCH, tests: searchTests },
  { name: "paging", requirements: PAGING, tests: pagingTests },
  { name: "idempotency", requirements: IDEMPOTENCY, tests: idempotencyTests },
  { name: "transactions", requirements: TRANSACTIONS, tests: transactionTests },
  { name: "concurrency", requirements: CONCURRENCY, tests: concurrencyTests },
  { name: "access", requirements: ACCESS, tests: accessTests },
  { name: "tenants", requirements: TENANTS, tests: tenantTests },
  { name: "sensitive", requirements: SENSITIVE, tests: sensitiveTests },
  { name: "undo", requirements: UNDO, tests: undoTests },
  { name: "proposals", requirements: PROPOSALS, tests: proposalTests },
  { name: "redaction", requirements: REDACTION, tests: redactionTests },
  { name: "dump", requirements: DUMP, tests: dumpTests },
  { name: "merge", requirements: MERGE, tests: mergeTests },
  { name: "upkeep", requirements: UPKEEP, tests: upkeepTests },
  { name: "spool", requirements: SPOOL, tests: spoolTests },
  { name: "projects", requirements: PROJECTS, tests: projectTests },
  { name: "errors", requirements: ERRORS, tests: errorTests },
  { name: "values", requirements: VALUES, tests: valueTests },
  { name: "verbatim", requirements: VERBATIM, tests: verbatimTests },
  { name: "vectors", requirements: VECTORS, tests: vectorTests },
  { name: "jobs", requirements: JOBS, tests: jobTests },
];
