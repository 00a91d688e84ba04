import type { Model } from './model.ts';

/** A transfer that was acknowledged. The ledger must contain it once. */
export interface Booked {
  kind: string;
  subjectId: string;
  amountMicros: bigint;
}

/** The result of an action. */
export interface Done {
  booked: Booked[];
  /** Changes the model before the model reads the facts. */
  before?(model: Model): void;
  /** Changes the model after the model has read the facts. */
  after?(model: Model): void;
}

export const nothing: Done = { booked: [] };

/** Picks one element by a number of any size; returns undefined when there are no elements. */
export const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];
