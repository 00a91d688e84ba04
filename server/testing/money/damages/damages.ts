import type { Damage } from './damage.ts';
import { dates } from './dates.ts';
import { earnings } from './earnings.ts';
import { madeUp } from './made-up.ts';
import { ownership } from './ownership.ts';
import { rails } from './rails.ts';
import { sums } from './sums.ts';

/** Every kind of damage that the reconciliation is tested with, as docs/ledger.md lists them. */
export const damages: readonly Damage[] = [...ownership, ...earnings, ...dates, ...rails, ...sums, ...madeUp];
