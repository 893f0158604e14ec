import type { IndexStats, Viewer } from "@memorymaster/core";
import type { Expression, Kysely, RawBuilder, SqlBool } from "kysely";
import type { Schema, StoredBoolean } from "./schema.ts";

/** Databases that the queries are written for. */
export type FlavorName = "sqlite" | "postgres";

export interface Codec<Value, Stored> {
  readonly encode: (value: Value) => Stored;
  readonly decode: (stored: Stored) => Value;
}

/** Values whose stored form differs between databases. JSON needs none: what is stored of it is hashed text. */
export interface Codecs {
  readonly boolean: Codec<boolean, StoredBoolean>;
  /** Between the canonical text of an instant and what the driver takes and gives. */
  readonly time: Codec<string, string>;
}

/** A list of any length as one bound parameter, so that no list meets the limit of parameters. */
export interface Lists {
  encode(values: readonly (string | number | readonly [string, string])[]): unknown;
  /** A subquery with one column `value`. */
  texts(encoded: unknown): RawBuilder<string>;
  ids(encoded: unknown): RawBuilder<number>;
  /** A subquery with the columns `first` and `second`. */
  pairs(encoded: unknown): RawBuilder<unknown>;
  /** Whether a column is among what a subquery that names other tables gives, looked up by the column's index. */
  isAmong(column: RawBuilder<unknown>, subquery: RawBuilder<unknown>): RawBuilder<SqlBool>;
  /** The claims `c` that meet a condition for a row of a list, `wanted`; for each row they are looked up by an index. */
  claimsOf(list: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** What of a claim stands in an index without being a column everywhere. */
export interface ClaimKeys {
  /** Of the claim `c`: its content hash without the number that tells equal contents apart. */
  readonly content: RawBuilder<string>;
  /** The human id without its last digits. */
  readonly humanIdStem: RawBuilder<string>;
}

/** The terms of each field of a row, in the order of its text; by its column. */
export type FieldTerms = Readonly<Record<string, readonly string[]>>;

/** What a text index gets of one row. */
export interface IndexDocument {
  readonly id: number;
  readonly terms: FieldTerms;
}

/** A term that the index has for a row. */
export interface IndexEntry {
  readonly id: number;
  readonly term: string;
}

/** What the index really holds, for checks. Calls that belong together see one state of the database. */
export interface IndexContents {
  /** What the database says about the inside of the index; `undefined` when that is sound, or there is nothing to ask. */
  structure(db: Kysely<Schema>): Promise<string | undefined>;
  /** A subquery with the one column `id`: the rows that are in the index. */
  readonly ids: RawBuilder<number>;
  /** Rows and terms as counted in the index itself. */
  totals(db: Kysely<Schema>): Promise<IndexStats>;
  /** At most `limit` terms of the index, picked at random. */
  someTerms(db: Kysely<Schema>, limit: number): Promise<readonly string[]>;
  /** What the index has of these terms for rows between two ids; of each term the newest `perTerm`. */
  entries(
    db: Kysely<Schema>,
    terms: readonly string[],
    range: { readonly from: number; readonly to: number; readonly perTerm: number },
  ): Promise<readonly IndexEntry[]>;
}

/** A text index over the rows of one table, with the counts of rows and terms in it. Writes belong to the open transaction. */
export interface TextIndex {
  readonly contents: IndexContents;
  /** Adds rows that are not in the index. */
  add(db: Kysely<Schema>, documents: readonly IndexDocument[]): Promise<void>;
  /** Takes out rows that are in the index with exactly these terms; one that is not in it changes nothing. */
  remove(db: Kysely<Schema>, documents: readonly IndexDocument[]): Promise<void>;
  clear(db: Kysely<Schema>): Promise<void>;
  stats(db: Kysely<Schema>): Promise<IndexStats>;
  /**
   * A subquery with the columns `id` and `rank` (least first) of the best rows that hold any of the terms and meet the
   * condition on their table: by the database's own rank, then id descending. Terms are plain text, never syntax; at
   * least one. With `newest` only so many rows that hold a term are ranked, by id descending.
   */
  best(
    terms: readonly string[],
    condition: Expression<SqlBool>,
    limits: { readonly limit: number; readonly newest: number | undefined },
  ): RawBuilder<unknown>;
  /** Rows that hold each term and meet the condition, which is what the viewer sees, at most `cap`; a term of none is absent. */
  termCounts(
    db: Kysely<Schema>,
    terms: readonly string[],
    counted: {
      /** Absent = whoever sees all. */
      readonly viewer?: Viewer | undefined;
      readonly condition: Expression<SqlBool> | undefined;
      readonly cap: number;
    },
  ): Promise<ReadonlyMap<string, number>>;
}

/**
 * All that differs between databases. Besides this, a store brings a Kysely dialect whose transactions begin with the
 * write lock where one file has one writer, and whose driver throws nothing but `StoreError`s and `InternalError`s: a
 * violated constraint as `store.constraint` with `details.constraint` = `unique` and `details.name` (index, or
 * table and columns), a missing table or column as `store.unavailable` with `details.reason` = `missing_table` or
 * `missing_column`.
 */
export interface Flavor {
  readonly name: FlavorName;
  readonly codecs: Codecs;
  readonly lists: Lists;
  readonly keys: ClaimKeys;
  /** Of claims, by the fields `text`, `subject`, `predicate` and `object_value`. */
  readonly textIndex: TextIndex;
  /** Of turns (`verbatim_memories`), by the one field `content`; `IndexStats.claims` counts turns. */
  readonly turnIndex: TextIndex;
  /** Type of whole numbers, for a cast. */
  readonly wholeNumber: RawBuilder<unknown>;
  hasTable(db: Kysely<Schema>, name: string): Promise<boolean>;
  /** After rows with ids of their own: the next ids of that table go on above them. */
  advanceIds(db: Kysely<Schema>, table: string): Promise<void>;
  /** Whether the events of a tenant are a chain apart, so that tenants write side by side. */
  readonly tenantsApart: boolean;
  /** Where all events of a tenant are read from, in the right to write to it: its head, whoever may see it. */
  readonly tenantEvents: (tenantId: string) => RawBuilder<unknown>;
  /** Waits until no other transaction holds the lock of that name; it ends with the transaction. */
  lock(db: Kysely<Schema>, name: "events" | "migrations"): Promise<void>;
}
