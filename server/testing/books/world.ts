import { type Dice, diceOf } from './dice.ts';
import { type Books, emptyBooks } from './model/books.ts';
import type { Person } from './people.ts';
import type { AdminSubmissionRow, HoldShown, PayoutPartRow } from './shown.ts';
import type { Stage } from './stage.ts';

/** A post at its platform, and the clip as which it was submitted. */
export interface Post {
  platform: 'tiktok' | 'instagram';
  id: string;
  url: string;
  clipId: string;
}

/** An event outside the books because of which money moves, with its time. */
export interface Fact {
  at: Date;
  apply(): void;
}

/** A clip's verdict and holds at a time, as pages for admins show them. */
export interface Observed {
  at: Date;
  band: AdminSubmissionRow['verdict']['band'];
  score: number | null;
  /** All holds, newest first; null if they were not read because none is open. */
  holds: HoldShown[] | null;
}

/** The state of a run. */
export interface World {
  stage: Stage;
  dice: Dice;
  now: Date;
  hosts: Person[];
  clippers: Person[];
  posts: Post[];
  books: Books;
  /** One line per action; they are printed when something differs. */
  trail: string[];
  /** The model includes all events up to this time. */
  learned: Date;
  /** The parts of each payout, and the payout's state when they were read. */
  parts: Map<string, { state: string; rows: PayoutPartRow[] }>;
  /** Observations of each clip while the clock moved, since the last round. */
  observed: Map<string, Observed[]>;
  /** The known holds of each clip, newest first. */
  holds: Map<string, HoldShown[]>;
  /** Events that the model has not applied yet. */
  later: Fact[];
  /** Events that banks and processors have planned, with their times. */
  scheduled: Fact[];
  /** The deposits whose payer has paid at the processor. */
  paidPages: Set<string>;
  /** The outcome of each closed dispute, by deposit. */
  decided: Map<string, 'won' | 'lost'>;
  /** Platform balances at the start, which the demo's users have already changed. */
  outsideBefore: Record<string, bigint>;
  /** A counter that keeps names unique. */
  named: number;
}

export function newWorld(stage: Stage, seed: number, now: Date): World {
  return {
    stage,
    dice: diceOf(seed),
    now,
    learned: now,
    observed: new Map(),
    holds: new Map(),
    later: [],
    scheduled: [],
    paidPages: new Set(),
    decided: new Map(),
    parts: new Map(),
    hosts: [],
    clippers: [],
    posts: [],
    books: emptyBooks(),
    trail: [],
    outsideBefore: {},
    named: 0,
  };
}

export const named = (w: World, what: string): string => `${what}_${++w.named}`;

/** Returns users who are neither banned nor closed. */
export const able = (people: Person[]): Person[] => people.filter(({ closed, banned }) => !closed && !banned);

export const personOf = (people: Person[], id: string): Person => people.find((one) => one.id === id)!;

/** A kind of random action. Returns what it did, or null when it is not possible now. */
export interface Action {
  name: string;
  /** The action's relative frequency. */
  weight: number;
  run(w: World): Promise<string | null>;
}
