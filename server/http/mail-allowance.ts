import { createHash } from 'node:crypto';
import type { UserId } from '#contract/accounts/ids.ts';
import { DAY, HOUR } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { countHit, withinLimit } from './rate-limit.ts';

/** Mails that a person sends to an address of their choice. Each kind is counted separately. */
export type MailKind =
  | 'sign-up'
  | 'reset'
  | 'support'
  | 'takedown'
  | 'payout-address'
  | 'mail-address'
  | 'new-email';

interface Wanted {
  kind: MailKind;
  /** The address as typed, whether or not an account has it. */
  to: string;
  /** The origin of the request (`callerBucket`), or the id of the signed-in person. */
  sender: string;
  /**
   * The browser, if it has been signed in to the address's account. This browser then has its own limits,
   * which strangers can't use up.
   */
  device?: string | null;
}

type Limits = readonly (readonly [limit: number, windowMs: number])[];

/**
 * Limits of one sender. They allow for a person who mistypes and asks again, and for a school whose people
 * share one network address.
 */
const PER_SENDER: Limits = [
  [60, HOUR],
  [200, DAY],
];
const PER_SENDER_AND_ADDRESS: Limits = [[3, HOUR]];
/**
 * Limits of all senders together, for the first mail of each sender and day. These mails are counted
 * separately, so that a few frequent senders can't block others.
 */
const FIRST_PER_ADDRESS: Limits = [[10, DAY]];
/** Limits of all senders together, for every further mail. */
const REPEATED_PER_ADDRESS: Limits = [
  [5, HOUR],
  [8, DAY],
];
/**
 * Periods in which one mail is always sent, even when many senders used up the address's limits. The period
 * is half a link's lifetime, and a link works for the address's owner, whoever requested it. The mailbox
 * therefore always has a working link.
 */
const ALWAYS: Partial<Record<MailKind, number>> = { 'sign-up': 12 * HOUR, reset: HOUR / 2 };

/**
 * Counts a mail and returns whether it may be sent. Call it before looking up the account, and don't reveal
 * the result: the reply must not show who has an account or who was mailed
 * (docs/decisions/0040-a-link-proves-the-mailbox-alone.md).
 */
export async function mayMail(db: Database, { kind, to, sender, device }: Wanted): Promise<boolean> {
  const address = `mail ${kind} to ${hashOf(to)}`;
  if (device) return await withinAll(db, `${address} on ${device}`, PER_SENDER_AND_ADDRESS);
  if (!(await withinAll(db, `mail by ${sender}`, PER_SENDER))) return false;
  const pair = `${address} by ${sender}`;
  const nth = await countHit(db, pair, DAY);
  const isWithin =
    (await withinAll(db, pair, PER_SENDER_AND_ADDRESS)) &&
    (nth.hits === 1
      ? await withinAll(db, `${address}, the first`, FIRST_PER_ADDRESS)
      : await withinAll(db, address, REPEATED_PER_ADDRESS));
  const always = ALWAYS[kind];
  return isWithin || (always !== undefined && (await withinLimit(db, `${address}, at least`, 1, always)));
}

async function withinAll(db: Database, bucket: string, limits: Limits): Promise<boolean> {
  for (const [limit, windowMs] of limits) if (!(await withinLimit(db, bucket, limit, windowMs))) return false;
  return true;
}

/** Limits mails to one account about other people's actions. News beyond the limit appear in the app only. */
export const mayMailNews = async (db: Database, userId: UserId): Promise<boolean> =>
  (await withinLimit(db, `mail of people to ${userId}`, 10, HOUR)) &&
  (await withinLimit(db, `mail of people to ${userId}`, 30, DAY));

/** The counters store a hash, so that they don't form a list of addresses. */
const hashOf = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('base64url');
