import { type Dice, diceOf } from './dice.ts';
import { type Books, emptyBooks } from './model/books.ts';
import type { Person } from './people.ts';
import type { PayoutPartRow } from './shown.ts';
import type { Stage } from './stage.ts';

/** A post as its platform has it: where it is, and how it will be counted. */
export interface Post {
  platform: 'tiktok' | 'instagram';
  id: string;
  url: string;
  clipId: string;
}

/** Everything a random action chooses from. */
export interface World {
  stage: Stage;
  dice: Dice;
  now: Date;
  hosts: Person[];
  clippers: Person[];
  posts: Post[];
  books: Books;
  /** What happened, one line each, to be read when something differs. */
  trail: string[];
  /** Up to when the model knows what happened. */
  learned: Date;
  /** What payouts were made of when they were last read, and the state they were in. */
  parts: Map<string, { state: string; rows: PayoutPartRow[] }>;
  /** What it found out and has not taken in yet. */
  later: { at: Date; apply(): void }[];
  /** The platform's own accounts before anybody acted: the demo's people have used them. */
  outsideBefore: Record<string, bigint>;
  /** Where the simulated card processor is, once a payment page was opened. */
  stripe: string | null;
  /** Names never repeat. */
  named: number;
}

export function newWorld(stage: Stage, seed: number, now: Date): World {
  return {
    stage,
    dice: diceOf(seed),
    now,
    learned: now,
    later: [],
    parts: new Map(),
    hosts: [],
    clippers: [],
    posts: [],
    books: emptyBooks(),
    trail: [],
    outsideBefore: {},
    stripe: null,
    named: 0,
  };
}

export const named = (w: World, what: string): string => `${what}_${++w.named}`;

/** Somebody who can still act. */
export const able = (people: Person[]): Person[] => people.filter(({ closed, banned }) => !closed && !banned);

export const personOf = (people: Person[], id: string): Person => people.find((one) => one.id === id)!;

/** One kind of thing that people do. It answers what was done, or null where there was nothing to do it to. */
export interface Action {
  name: string;
  /** How often among all. */
  weight: number;
  run(w: World): Promise<string | null>;
}
