import type { Model } from './model.ts';

/** A transfer that the books must hold, once: what was acknowledged. */
export interface Booked {
  kind: string;
  subjectId: string;
  amountMicros: bigint;
}

/** What became of an action. */
export interface Done {
  booked: Booked[];
  /** Told to the model as it was before the action. */
  before?(model: Model): void;
  /** Told once the model knows what was decided outside. */
  after?(model: Model): void;
}

export const nothing: Done = { booked: [] };

/** One of what there is, whatever the number; undefined when there is none. */
export const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % from.length];
