import { randomInt } from 'node:crypto';
import { BANK_REFERENCE_DAYS, DEPOSIT_MAX, DEPOSIT_MIN, REFUND_SELF_DAYS } from '#contract/limits.ts';
import { isWholeCents, type Micros } from '#contract/money.ts';
import { after, DAY, HOUR, MINUTE } from '#server/infra/clock.ts';

/** Whether an amount is in whole cents between the published limits. */
export const isDepositAmount = (amount: Micros): boolean =>
  amount >= DEPOSIT_MIN && amount <= DEPOSIT_MAX && isWholeCents(amount);

/** Characters of references, without letters and digits that look alike on paper. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Creates the reference that a host writes on a bank transfer: "PM-7K2Q9DXA". */
export const newBankReference = (): string =>
  `PM-${Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

/** A checkout page expires after this time. The processor allows 30 minutes to 24 hours. */
export const CHECKOUT_OPEN = HOUR;
/**
 * The page can be requested only this long after the deposit was started, because the processor requires at
 * least 30 minutes until the page expires.
 */
export const CHECKOUT_ASKED = 25 * MINUTE;
/** An unpaid bank reference expires after this time. */
export const BANK_REFERENCE_LIVES = BANK_REFERENCE_DAYS * DAY;

/**
 * Returns when to poll again for an outcome that no message reported: after 2 minutes, then after doubled
 * waits up to 6 hours.
 */
export const nextAsk = (now: Date, tries: number): Date =>
  after(now, Math.min(2 * MINUTE * 2 ** Math.min(tries, 20), 6 * HOUR));

export const mayRefundSelf = (confirmedAt: Date, now: Date): boolean =>
  now <= after(confirmedAt, REFUND_SELF_DAYS * DAY);
