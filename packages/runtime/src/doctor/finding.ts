import { setTimeout as sleep } from "node:timers/promises";

import { fromUnknown, LOCAL_OPERATOR, viewerOf } from "@memorymaster/core";
import type { DatabaseFiles, FileCheck, Store, Viewer } from "@memorymaster/core";

import type { Surroundings } from "../surroundings.ts";

export type HealthStatus = "PASS" | "WARN" | "FAIL";

/** What a look at one thing came to. */
export interface Finding {
  readonly status: HealthStatus;
  readonly detail: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
}

/** A database that could be opened for reading. */
export interface Patient {
  readonly surroundings: Surroundings;
  readonly store: Store;
  readonly quickCheck: Promise<FileCheck | undefined> | undefined;
}

/** `undefined` = there is nothing of the kind. */
type Found = Finding | undefined | Promise<Finding | undefined>;

type Look = (patient: Patient) => Found;

/** By the id of the check, in the order of the report. */
export type Looks = Readonly<Record<string, Look>>;

export const EVERYTHING: Viewer = { ...viewerOf(LOCAL_OPERATOR), allowSensitive: true };

/** How long one look may take. */
export const LIMIT_MS = 2_000;

export const pass = (detail: string, hint?: string): Finding => ({ status: "PASS", detail, hint });
export const warn = (detail: string, hint?: string): Finding => ({ status: "WARN", detail, hint });
export const fail = (detail: string, hint?: string): Finding => ({ status: "FAIL", detail, hint });

/** A look at what only a database has that is a file. */
export function onFile(look: (files: DatabaseFiles, patient: Patient) => Found): Look {
  return (patient) => patient.store.files && look(patient.store.files, patient);
}

/**
 * A look that takes too long is a warning; what it throws leaves its own question open and no other.
 *
 * @param judge what a failure is worth
 */
export async function withinLimit(look: () => Found, judge: typeof warn = warn): Promise<Finding | undefined> {
  // The timer alone keeps no process from its end.
  const tooLate = sleep(LIMIT_MS, warn(`no answer within ${LIMIT_MS / 1000} s`), { ref: false });
  try {
    return await Promise.race([(async () => look())(), tooLate]);
  } catch (error) {
    return judge(fromUnknown(error).message);
  }
}
