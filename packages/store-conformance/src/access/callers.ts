import type { Authority, Visibility } from "@memorymaster/core";

/** Somebody who calls, and what of ana's claims in `project:demo` of the tenant acme is there for them. */
export interface Caller {
  readonly name: string;
  readonly authority: Partial<Authority>;
  /** Whether they ask for sensitive claims, which they do exactly where that is allowed. */
  readonly asks: boolean;
  readonly sees: Readonly<Record<Visibility, boolean>>;
  readonly isReader?: boolean;
  /** The person at the machine, whom nothing narrows. */
  readonly isOperator?: boolean;
}

const nothing = { public: false, private: false, sensitive: false };
const open = { ...nothing, public: true };
const own = { ...open, private: true };
const all = { ...own, sensitive: true };

const TEAM = { mode: "team", tenantId: "acme", principal: "ana", grantedScopes: ["project:demo"] } as const;

export const CALLERS: readonly Caller[] = [
  { name: "operator", authority: {}, asks: false, sees: own, isOperator: true },
  { name: "operator who asks", authority: { sensitiveBypass: true }, asks: true, sees: all, isOperator: true },
  { name: "owning agent", authority: { principal: "ana" }, asks: false, sees: own },
  { name: "owning agent who asks", authority: { principal: "ana", sensitiveBypass: true }, asks: true, sees: all },
  { name: "other agent", authority: { principal: "luis" }, asks: false, sees: open },
  { name: "other agent who asks", authority: { principal: "luis", sensitiveBypass: true }, asks: true, sees: open },
  { name: "owner in a team", authority: TEAM, asks: false, sees: own },
  { name: "colleague in a team", authority: { ...TEAM, principal: "luis" }, asks: false, sees: open },
  { name: "reader in a team", authority: { ...TEAM, role: "reader" }, asks: false, sees: own, isReader: true },
  { name: "team without the scope", authority: { ...TEAM, grantedScopes: ["user"] }, asks: false, sees: nothing },
  { name: "other tenant", authority: { ...TEAM, tenantId: "globex" }, asks: false, sees: nothing },
];
