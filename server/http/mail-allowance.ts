import { createHash } from 'node:crypto';
import { DAY, HOUR } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { countHit, withinLimit } from './rate-limit.ts';

/** Mails that a person causes to go to an address of their choice. Counted apart: none uses up what another may send. */
export type MailKind = 'sign-up' | 'reset' | 'support' | 'takedown' | 'payout-address' | 'mail-address';

interface Wanted {
  kind: MailKind;
  /** The address that was typed, whether or not anybody here has it. */
  to: string;
  /** Who causes it: the place a request comes from (`callerBucket`), or a signed-in person's id. */
  sender: string;
  /** The browser, when it has been signed in to the account of the address: strangers use up none of its mails. */
  device?: string | null;
}

type Limits = readonly (readonly [limit: number, windowMs: number])[];

/** One person mistypes and asks again; a school shares an address of the network. */
const PER_SENDER: Limits = [
  [60, HOUR],
  [200, DAY],
];
const PER_SENDER_AND_ADDRESS: Limits = [[3, HOUR]];
/** Of all senders together, the first mail of each sender and day. Counted apart, so that a few senders who ask often keep no other one's mail away. */
const FIRST_PER_ADDRESS: Limits = [[10, DAY]];
/** Of all senders together, every further one. */
const REPEATED_PER_ADDRESS: Limits = [
  [5, HOUR],
  [8, DAY],
];
/**
 * One in each of these times is sent although many senders used up what the address gets. They are half as long as such a
 * link works, and a link works for its owner whoever caused its mail. So the mailbox always holds one that works.
 */
const ALWAYS: Partial<Record<MailKind, number>> = { 'sign-up': 12 * HOUR, reset: HOUR / 2 };

/**
 * Counts a mail and says whether it may leave. Asked before it is known whether there is anything to mail, and answered to
 * nobody: the reply stays the same, so that it tells neither who has an account nor who was mailed
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

/** Mails about what other people did here, to somebody who has an account: the rest is told in the app alone. */
export const mayMailNews = async (db: Database, userId: string): Promise<boolean> =>
  (await withinLimit(db, `mail of people to ${userId}`, 10, HOUR)) &&
  (await withinLimit(db, `mail of people to ${userId}`, 30, DAY));

/** The counters are no list of addresses. */
const hashOf = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('base64url');
