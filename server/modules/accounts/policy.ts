import { createHash } from 'node:crypto';
import { takeHitBack, withinLimit } from '#server/http/rate-limit.ts';
import { Busy } from '#server/infra/bounded-queue.ts';
import { HOUR, MINUTE } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Under a hash, so that the counters are no list of addresses. */
const hashOf = (name: string): string => createHash('sha256').update(name).digest('base64url');

/** Tries of a signed-in person to prove who they are: ten a minute. */
export const mayConfirm = (db: Database, userId: string): Promise<boolean> =>
  withinLimit(db, `confirm ${hashOf(userId)}`, 10);

export interface LoginTry {
  door: 'login' | 'admin-login';
  /** The address or username as it was typed, whether or not anybody has it. */
  account: string;
  /** Whose network: an IPv4 address or an IPv6 /64. */
  place: string;
  /** The browser, when it has been signed in to this account; null for any other. */
  device: string | null;
}

/** The wrong tries that count for a quarter of an hour and longer, narrowest first: bucket, how many, in which time. */
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
 * Whether a password may be tried. A browser that has been signed in to the account is counted for itself, so that nobody
 * else's guesses keep its person out. All others are slowed by place, by account and place, and, far above what one place
 * may, by account, for guesses from many places at once.
 */
export async function mayTryPassword(db: Database, tried: LoginTry): Promise<boolean> {
  const { door, account, place, device } = tried;
  if (device) return await withinLimit(db, `${door} ${hashOf(account)} on ${device}`, 10);
  if (!(await withinLimit(db, `${door} from ${place}`, 10))) return false;
  for (const limit of wrongTries(tried)) if (!(await withinLimit(db, ...limit))) return false;
  return true;
}

/** It was no wrong try: counted before anybody knew that, it is no longer. */
export async function takeTryBack(db: Database, tried: LoginTry): Promise<void> {
  if (tried.device) return;
  for (const [bucket, , windowMs] of wrongTries(tried)) await takeHitBack(db, bucket, windowMs);
}

/** Looks at the password. Who is sent away because too many wait has tried nothing. */
export async function tryPassword<T>(db: Database, tried: LoginTry, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Busy) await takeTryBack(db, tried);
    throw error;
  }
}
