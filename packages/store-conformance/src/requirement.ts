import type { World } from "./world.ts";

/** Where the rule is written down, and the behaviour as one sentence that reads after the name of the area. */
export type Requirement = readonly [source: string, behaviour: string];

/** The requirements of one area by id. The id stays when the words change: known gaps name it. */
export type Requirements = Readonly<Record<string, Requirement>>;

/** Shows that a store meets one requirement; it gets an empty store of its own. */
export type RequirementTest = (world: World) => Promise<void>;

/** A test for each requirement of an area. */
export type AreaTests<Of extends Requirements> = Readonly<Record<keyof Of & string, RequirementTest>>;

export interface Area {
  /** Also the name of its files in `requirements` and `areas`, and the first part of its ids. */
  readonly name: string;
  readonly requirements: Requirements;
  readonly tests: Readonly<Record<string, RequirementTest>>;
}
