import { isIndexed } from "../../claims/is-indexed.ts";
import type { Claim } from "../../claims/claim.ts";
import type { RowIssues, UpkeepStore } from "../../ports/upkeep-store.ts";
import { putClaimRow } from "./constraints.ts";
import type { Session } from "./session.ts";
import { nextId } from "./tables.ts";
import type { Tables } from "./tables.ts";

const indexedClaims = (tables: Tables): number =>
  [...tables.claims.values()].filter(({ claim }) => isIndexed(claim)).length;

/** The claims that say they replaced this one. */
function replacementsOf(tables: Tables, id: number): readonly number[] {
  const pointing = [...tables.claims.values()].filter(({ claim }) => claim.supersedesClaimId === id);
  const linked = [...tables.links.values()].filter((link) => link.linkType === "supersedes" && link.targetId === id);
  return [...new Set([...pointing.map(({ claim }) => claim.id), ...linked.map((link) => link.sourceId)])];
}

function isOneSided(tables: Tables, { id, status, replacedByClaimId: replacement }: Claim): boolean {
  if (status !== "superseded") return false;
  const pointing = replacementsOf(tables, id);
  return replacement === undefined ? pointing.length > 0 : !pointing.includes(replacement);
}

function isAlone(tables: Tables, { id, status, replacedByClaimId }: Claim): boolean {
  return status === "superseded" && replacedByClaimId === undefined && replacementsOf(tables, id).length === 0;
}

function differsFromEvents(tables: Tables, { id, status }: Claim): boolean {
  const last = [...tables.events.values()].findLast((event) => event.claimId === id && event.toStatus !== undefined);
  return last !== undefined && last.toStatus !== status;
}

/** What the tables cannot hold is not looked for: rows without their claim, and pointers to nothing. */
function findIssues(tables: Tables, limit: number): RowIssues {
  const idsOf = (isIssue: (tables: Tables, claim: Claim) => boolean): readonly number[] =>
    [...tables.claims.values()].flatMap(({ claim }) => (isIssue(tables, claim) ? claim.id : [])).slice(0, limit);
  return {
    orphanEvents: [],
    orphanCitations: [],
    supersededWithoutReplacement: idsOf(isAlone),
    danglingReplacedBy: [],
    danglingSupersedes: [],
    oneSidedSupersession: idsOf(isOneSided),
    statusDiffers: idsOf(differsFromEvents),
  };
}

function change(tables: Tables, id: number, patch: Partial<Claim>): void {
  const row = tables.claims.get(id);
  if (row === undefined) return;
  putClaimRow(tables, { ...row, claim: { ...row.claim, ...patch, version: row.claim.version + 1 } });
}

/** Sets the end of a pair that is missing; whether there was one right way to. */
function completePair(tables: Tables, claim: Claim): boolean {
  const { id, replacedByClaimId: replacement, updatedAt: createdAt } = claim;
  if (replacement === undefined) {
    const [only, another] = replacementsOf(tables, id);
    if (another !== undefined) return false;
    change(tables, id, { replacedByClaimId: only });
  } else if (tables.claims.get(replacement)?.claim.supersedesClaimId === undefined) {
    change(tables, replacement, { supersedesClaimId: id });
  } else {
    const linkId = nextId(tables, "links");
    tables.links.set(linkId, { id: linkId, sourceId: replacement, targetId: id, linkType: "supersedes", createdAt });
  }
  return true;
}

function fixIssues(tables: Tables, issues: RowIssues): RowIssues {
  const completed = issues.oneSidedSupersession.filter((id) => {
    const claim = tables.claims.get(id)?.claim;
    return claim !== undefined && isOneSided(tables, claim) && completePair(tables, claim);
  });
  return { ...findIssues(tables, 0), oneSidedSupersession: completed };
}

/** The index of the model is computed from the claims at each question: it cannot drift. */
export function createUpkeepStore(session: Session): UpkeepStore {
  return {
    checkIndex: async () => {
      const checked = indexedClaims(session.read());
      return { checked, structure: undefined, missing: [], leftover: [], changed: [], countsMatch: true };
    },
    repairIndex: async () => indexedClaims(session.read()),
    findRowIssues: async (limit) => findIssues(session.read(), limit),
    fixRowIssues: (issues) => session.write((tables) => fixIssues(tables, issues)),
    anchors: async () => [...session.read().anchors.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    recordAnchor: (anchor) =>
      session.write((tables) => {
        tables.anchors.set(anchor.name, anchor);
      }),
  };
}
