import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import { DAY } from '#server/infra/clock.ts';
import type { Instructions } from './layout.ts';
import type { Reading } from './outside-line.ts';
import { readBank } from './read-bank.ts';
import { readPaypal } from './read-paypal.ts';
import { readStripe } from './read-stripe.ts';

/** The functions that read each source's files. */
export const READERS: Record<StatementRail, (text: string, instructions?: Instructions) => Reading> = {
  stripe: readStripe,
  paypal: readPaypal,
  bank: readBank,
};

/**
 * A movement must appear on a statement within this time after we booked it; otherwise it counts as missing.
 */
export const USUAL_DELAY: Record<StatementRail | 'manual', number> = {
  stripe: 2 * DAY,
  paypal: DAY,
  bank: 5 * DAY,
  manual: 5 * DAY,
};

/** The longest gap between two statements that counts as continuous: a weekend and holidays. */
export const GAP_WITHOUT_LINES = 4 * DAY;

/** System Health turns red if a difference is unmatched for longer. */
export const UNMATCHED_DAYS = 7;

/** A transfer arrives at the bank within this time. */
export const TRANSFER_WITHIN = 10 * DAY;
