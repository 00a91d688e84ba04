import { createHash } from 'node:crypto';
import { DAY, HOUR } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { withinLimit } from './rate-limit.ts';

/** Mails that a person causes to go to an address of their choice. Counted apart: none uses up what another may send. */
export type MailKind = 'sign-up' | 'reset' | 'support' | 'takedown' | 'payout-address' | 'mail-address';

interface Wanted {
  kind: MailKind;
  /** The address that was typed, whether or not anybody here has it. */
  to: string;
  /** Who causes it: the place a request comes from (`callerBucket`), or a signed-in person's id. */
  sender: string;
}

/** One person mistypes and asks again; a school shares an address of the network. */
const PER_SENDER = { hour: 60, day: 200 };
/** Less than the address gets in all, so that one sender can't keep every other one's mail away. */
const PER_SENDER_AND_ADDRESS = { hour: 3 };
const PER_ADDRESS = { hour: 5, day: 8 };

/**
 * Counts a mail and says whether it may leave. Asked before it is known whether there is anything to mail, and answered to
 * nobody: the reply stays the same, so that it tells neither who has an account nor who was mailed.
 */
export async function mayMail(db: Database, { kind, to, sender }: Wanted): Promise<boolean> {
  const address = `mail ${kind} to ${hashOf(to)}`;
  return (
    (await withinLimit(db, `mail by ${sender}`, PER_SENDER.hour, HOUR)) &&
    (await withinLimit(db, `mail by ${sender}`, PER_SENDER.day, DAY)) &&
    (await withinLimit(db, `${address} by ${sender}`, PER_SENDER_AND_ADDRESS.hour, HOUR)) &&
    (await withinLimit(db, address, PER_ADDRESS.hour, HOUR)) &&
    (await withinLimit(db, address, PER_ADDRESS.day, DAY))
  );
}

/** Mails about what other people did here, to somebody who has an account: the rest is told in the app alone. */
export const mayMailNews = async (db: Database, userId: string): Promise<boolean> =>
  (await withinLimit(db, `mail of people to ${userId}`, 10, HOUR)) &&
  (await withinLimit(db, `mail of people to ${userId}`, 30, DAY));

/** The counters are no list of addresses. */
const hashOf = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('base64url');
