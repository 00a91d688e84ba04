import type { Model } from './model.ts';

/** A transfer that was acknowledged, so the books must contain it once. */
export interface Booked {
  kind: string;
  subjectId: string;
  amountMicros: bigint;
}

/** The result of an action. */
export interface Done {
  booked: Booked[];
  /** Updates the model before it reads the facts. */
  before?(model: Model): void;
  /** Updates the model after it has read the facts. */
  after?(model: Model): void;
}

export const nothing: Done = { booked: [] };

/** Picks one element for any number; undefined when there is none. */
export const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];
