import { WITHDRAWAL_DUE_HOURS } from '#contract/limits.ts';
import { centsToMicros } from '#contract/money.ts';
import { DAY, HOUR, MINUTE } from '#server/infra/clock.ts';

/** The first Monday 09:00 UTC of the Unix epoch. */
const FIRST_RUN_MS = Date.UTC(1970, 0, 5, 9);
const WEEK = 7 * DAY;

/** Returns the time of the latest weekly run up to this moment: the last Monday 09:00 UTC. */
export const lastWeeklyRunAt = (now: Date): Date =>
  new Date(now.getTime() - ((now.getTime() - FIRST_RUN_MS) % WEEK));

export const nextWeeklyRunAt = (now: Date): Date => new Date(lastWeeklyRunAt(now).getTime() + WEEK);

/** A payout of the weekly run is due within this time, like a withdrawal; after that it is late. */
export const PROCESS_WITHIN = WITHDRAWAL_DUE_HOURS * HOUR;

/**
 * Masks an address: "t•••@cutroom.example". A person can recognize their own address, but nobody can learn it
 * from a screen.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

export const PAYOUTS_PER_BATCH = 500;
/** The largest payment and the longest address that PayPal accepts; payouts beyond them are paid by hand. */
export const PAYPAL_ITEM_MAX = centsToMicros(2_000_000);
export const PAYPAL_RECEIVER_MAX = 127;
/**
 * A batch with an unknown result is sent again under its id for this many days, because PayPal remembers an
 * id for 30 days.
 */
export const ASK_AGAIN_DAYS = 25;
/**
 * PayPal is asked about a batch for this many days after it was sent, even if all its payments are decided,
 * because paid money can be returned.
 */
export const WATCH_DAYS = 60;

/**
 * Returns the wait in milliseconds before attempt number `attempts` + 1: half a minute, doubled each time up
 * to an hour.
 */
export const retryAfter = (attempts: number): number => Math.min(2 ** (attempts - 1) * (MINUTE / 2), HOUR);

/**
 * Returns the wait in milliseconds before PayPal is asked again about a batch of this age: half its age, from
 * a minute to six hours; a day once all is decided.
 */
export const nextReadAfter = (ageMs: number, open: boolean): number =>
  open ? Math.min(Math.max(ageMs / 2, MINUTE), 6 * HOUR) : DAY;

/**
 * Returns the meaning of a PayPal state for the money. An unknown state counts as waiting, so it is read
 * again.
 */
export function meaningOf(state: string): 'waiting' | 'paid' | 'back' {
  if (state === 'SUCCESS') return 'paid';
  return BACK.has(state) ? 'back' : 'waiting';
}
const BACK = new Set(['FAILED', 'BLOCKED', 'RETURNED', 'REFUNDED', 'REVERSED', 'DENIED', 'CANCELED']);

/** PayPal's name of a problem → the problem and what to do, for the clipper. */
const texts: Record<string, string> = {
  RECEIVER_UNREGISTERED:
    'No PayPal account has this address. Claim it with the link that PayPal mailed there, or take it back and enter another Payment Email.',
  RECEIVER_UNCONFIRMED: 'The address is not confirmed at PayPal. Confirm it there and the money arrives.',
  RECEIVER_ACCOUNT_LOCKED: 'The PayPal account is locked. Ask PayPal, or enter another Payment Email.',
  RECEIVER_COUNTRY_NOT_ALLOWED:
    'PayPal does not pay to the country of that account. Enter the Payment Email of another one.',
  RECEIVING_LIMIT_EXCEEDED:
    'The PayPal account has reached its receiving limit. Raise it at PayPal, then withdraw again.',
  REGULATORY_BLOCKED: 'PayPal blocked the payment. Ask PayPal why, or enter another Payment Email.',
  SELF_PAY_NOT_ALLOWED: 'This Payment Email belongs to Permille. Enter your own.',
  VALIDATION_ERROR: 'PayPal does not accept the Payment Email. Check it, or enter another one.',
  RETURNED: 'It was not claimed at PayPal. Check the Payment Email, then withdraw again.',
  REFUNDED: 'It was sent back. Check the Payment Email, then withdraw again.',
  REVERSED: 'PayPal reversed the payment. Ask PayPal why, then withdraw again.',
  DENIED: 'PayPal refused the payments of that run. Withdraw again, or wait for the next weekly run.',
  CANCELED: 'PayPal canceled the payments of that run. Withdraw again, or wait for the next weekly run.',
};

/** Returns a sentence for the clipper that names the problem and the next step. */
export const failureText = (name: string): string =>
  texts[name] ?? 'PayPal could not pay it. Check the Payment Email, then withdraw again.';

/**
 * Returns a text for operators: PayPal's status of a payout that a person had already marked, and what to do
 * about it.
 */
export function lateStatusText(itemState: string, state: string): string {
  const marked = state === 'paid' ? 'paid by hand' : 'failed, and its amount is available again';
  const meaning = meaningOf(itemState);
  if (meaning === 'waiting')
    return `PayPal has it after all (${itemState}), though it was marked ${marked}. Cancel it at PayPal if that can still be done: else it is paid twice.`;
  if (meaning === 'paid')
    return `PayPal paid it after all, though it was marked ${marked}. Get one of the two back: nothing was booked for this one.`;
  if (state === 'paid')
    return `PayPal's own payment did not arrive or came back (${itemState}). The payment by hand counts; nothing was moved.`;
  return `What PayPal paid after all came back (${itemState}). It was marked failed, so nothing was moved.`;
}

/** Returns PayPal's state as the contract names it; null before PayPal reports a state. */
export function waitOf(state: string | null): 'pending' | 'on_hold' | 'unclaimed' | null {
  if (state === null) return null;
  if (state === 'UNCLAIMED') return 'unclaimed';
  return state === 'ONHOLD' ? 'on_hold' : 'pending';
}
