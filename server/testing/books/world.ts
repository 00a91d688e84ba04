import { type Dice, diceOf } from './dice.ts';
import { type Books, emptyBooks } from './model/books.ts';
import type { Person } from './people.ts';
import type { PayoutPartRow } from './shown.ts';
import type { Stage } from './stage.ts';

/** A post at its platform, and the clip as which it was submitted. */
export interface Post {
  platform: 'tiktok' | 'instagram';
  id: string;
  url: string;
  clipId: string;
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
  /** Events that the model has not applied yet. */
  later: { at: Date; apply(): void }[];
  /** Events that banks and processors have planned, with their times. */
  scheduled: { at: Date; apply(): void }[];
  /** The deposits whose payer has paid at the processor. */
  paidPages: Set<string>;
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
    later: [],
    scheduled: [],
    paidPages: new Set(),
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
