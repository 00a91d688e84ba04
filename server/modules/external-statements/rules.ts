import type { StatementRail } from '#contract/external-statements.ts';
import { DAY } from '#server/infra/clock.ts';
import type { Reading } from './outside-line.ts';
import { readBank } from './read-bank.ts';
import { readPaypal } from './read-paypal.ts';
import { readStripe } from './read-stripe.ts';

/** How a file of each is read. */
export const READERS: Record<StatementRail, (text: string) => Reading> = {
  stripe: readStripe,
  paypal: readPaypal,
  bank: readBank,
};

/** So long after we booked it the other side may show a movement: only then is it missing there. */
export const USUAL_DELAY: Record<StatementRail | 'manual', number> = {
  stripe: 2 * DAY,
  paypal: DAY,
  bank: 5 * DAY,
  manual: 5 * DAY,
};

/** Between two statements nothing may have happened for so long: a weekend and holidays. */
export const GAP_WITHOUT_LINES = 4 * DAY;

/** What is unmatched for longer turns System Health red. */
export const UNMATCHED_DAYS = 7;

/** A transfer arrives at the bank within this time. */
export const TRANSFER_WITHIN = 10 * DAY;
