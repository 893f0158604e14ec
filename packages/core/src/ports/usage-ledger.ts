/** What a unit is: a request to a language model, a text to embed, a claim that an agent hands in. */
export type UsageOperation = "llm_call" | "embedding_item" | "mcp_ingest";

export type DailyCap = "llm_calls" | "provider_calls" | "embedding_items" | "mcp_ingests" | "mcp_ingests_per_agent";

export interface DailyCapRule {
  readonly operation: UsageOperation;
  /** Counted for each one alone. Absent = for all together. */
  readonly per?: "provider" | "actorHash";
}

/** The caps of a day (UTC), as data. */
export const DAILY_CAPS: Readonly<Record<DailyCap, DailyCapRule>> = {
  llm_calls: { operation: "llm_call" },
  provider_calls: { operation: "llm_call", per: "provider" },
  embedding_items: { operation: "embedding_item" },
  mcp_ingests: { operation: "mcp_ingest" },
  mcp_ingests_per_agent: { operation: "mcp_ingest", per: "actorHash" },
};

/** Units a day; absent or 0 = no cap. */
export type DailyLimits = Readonly<Partial<Record<DailyCap, number | undefined>>>;

export interface UsageRequest {
  readonly operation: UsageOperation;
  readonly provider: string;
  /** SHA-256 of who asks, for caps per caller. */
  readonly actorHash?: string | undefined;
  /** Whole, > 0. */
  readonly units: number;
}

export type UsageAnswer =
  | { readonly outcome: "reserved"; readonly reservationId: string }
  /** Nothing was reserved: the units would go beyond this cap. */
  | { readonly outcome: "full"; readonly cap: DailyCap };

/** Counts what is used up in a day, for all processes together. */
export interface UsageLedger {
  /**
   * Takes the units from every cap that they fall under, or from none.
   *
   * @throws InvalidInputError `input.invalid` for units that are no whole number above 0
   * @throws StoreError when the ledger cannot be reached: nothing is reserved then
   */
  reserve(request: UsageRequest): Promise<UsageAnswer>;
  /** Notes that the reserved work is over. A reservation counts with or without it. */
  finish(reservationId: string): Promise<void>;
}
