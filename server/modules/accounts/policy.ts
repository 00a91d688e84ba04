import { createHash } from 'node:crypto';
import type { UserId } from '#contract/accounts/ids.ts';
import { uncountHit, withinLimit } from '#server/http/rate-limit.ts';
import { Busy } from '#server/infra/bounded-queue.ts';
import { HOUR, MINUTE } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Hashes a name for a bucket, so that the table of rate limits contains no email addresses. */
const hashOf = (name: string): string => createHash('sha256').update(name).digest('base64url');

/** Limits a signed-in person to ten identity confirmations a minute. */
export const mayConfirm = (db: Database, userId: UserId): Promise<boolean> =>
  withinLimit(db, `confirm ${hashOf(userId)}`, 10);

export interface LoginTry {
  door: 'login' | 'admin-login' | 'passkey-login';
  /** The email address or username as typed, or the id of a passkey, whether or not an account has it. */
  account: string;
  /** The caller's network: an IPv4 address or an IPv6 /64. */
  place: string;
  /** Id of the browser if it has been signed in to this account before; otherwise null. */
  device: string | null;
}

/** The limits on wrong tries: per network, per account and network, and per account. */
const wrongTries = ({
  door,
  account,
  place,
}: LoginTry): [bucket: string, limit: number, windowMs: number][] => {
  const whose = `${door} ${hashOf(account)}`;
  return [
    [`${door} from ${place}`, 100, HOUR],
    [`${whose} from ${place}`, 10, 15 * MINUTE],
    [whose, 100, HOUR],
  ];
};

/**
 * Decides whether a password may be tried. A browser that has been signed in to the account has its own
 * count, so other people's guesses can't lock its owner out. Other browsers are limited per network, per
 * account and network, and, with a much higher limit, per account, which stops guessing from many networks.
 */
export async function mayTryPassword(db: Database, tried: LoginTry): Promise<boolean> {
  const { door, account, place, device } = tried;
  if (device) return await withinLimit(db, `${door} ${hashOf(account)} on ${device}`, 10);
  if (!(await withinLimit(db, `${door} from ${place}`, 10))) return false;
  for (const limit of wrongTries(tried)) if (!(await withinLimit(db, ...limit))) return false;
  return true;
}

/** Takes back a try that was counted in advance and was not wrong. */
export async function uncountTry(db: Database, tried: LoginTry): Promise<void> {
  if (tried.device) return;
  for (const [bucket, , windowMs] of wrongTries(tried)) await uncountHit(db, bucket, windowMs);
}

/** Runs the password check. The try does not count if the check is refused because too many checks wait. */
export async function tryPassword<T>(db: Database, tried: LoginTry, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Busy) await uncountTry(db, tried);
    throw error;
  }
}
