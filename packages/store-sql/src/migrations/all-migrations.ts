import { claims } from "./0001-claims.ts";
import { citations } from "./0002-citations.ts";
import { claimLinks } from "./0003-claim-links.ts";
import { events } from "./0004-events.ts";
import { projects } from "./0005-projects.ts";
import { textIndex } from "./0006-text-index.ts";
import { safety } from "./0007-safety.ts";
import { otherStores } from "./0008-other-stores.ts";
import { verbatim } from "./0009-verbatim.ts";
import { vectors } from "./0010-vectors.ts";
import { steward } from "./0011-steward.ts";
import type { Migration } from "./migration.ts";

/** Every step of the schema in order. */
export const MIGRATIONS: readonly Migration[] = [
  claims,
  citations,
  claimLinks,
  events,
  projects,
  textIndex,
  safety,
  otherStores,
  verbatim,
  vectors,
  steward,
];
