import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { boundedQueue } from '#server/infra/bounded-queue.ts';

export interface Passwords {
  /** Hashes a password with a random salt, or with `salt` if one is given. */
  hash(password: string, salt?: string): Promise<string>;
  verify(known: { hash: string; password: string }): Promise<boolean>;
}

const derive = promisify<string, string, number, object, Buffer>(scrypt);

/**
 * The scrypt parameters of better-auth (`@better-auth/utils/password`). Its own function is not used, because
 * it accepts no salt.
 */
const SLOW = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const QUICK = { N: 16, r: 1, p: 1 };
/** Prefix of quick hashes, by which `verify` distinguishes them from slow ones. */
const QUICK_MARK = 'quick:';
const KEY_BYTES = 64;

const slowKey = (password: string, salt: string): Promise<Buffer> =>
  derive(password.normalize('NFKC'), salt, KEY_BYTES, SLOW);

const quickKey = (password: string, salt: string): Buffer =>
  scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, QUICK);

const newSalt = () => randomBytes(16).toString('hex');

async function verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const isQuick = hash.startsWith(QUICK_MARK);
  const [salt = '', key = ''] = (isQuick ? hash.slice(QUICK_MARK.length) : hash).split(':');
  const known = Buffer.from(key, 'hex');
  const given = isQuick ? quickKey(password, salt) : await slowKey(password, salt);
  return known.length === given.length && timingSafeEqual(known, given);
}

/** Hashes slowly on purpose; each hash needs 32 MB of memory. Stored as `salt:key`, both in hex. */
export const scryptPasswords: Passwords = {
  hash: async (password, salt = newSalt()) => `${salt}:${(await slowKey(password, salt)).toString('hex')}`,
  verify,
};

/**
 * Insecure, because guessing is as quick as hashing. Only for tests and for `DEV_TOOLS`, with which anybody
 * on this machine can read all mails anyway.
 */
export const quickPasswords: Passwords = {
  hash: async (password, salt = newSalt()) =>
    `${QUICK_MARK}${salt}:${quickKey(password, salt).toString('hex')}`,
  verify,
};

export const passwordsOf = ({ devTools }: { devTools: boolean }): Passwords =>
  devTools ? quickPasswords : scryptPasswords;

/**
 * Limits of the queue. A hash takes 0.1 s of processor time. When 64 hashes wait, further requests are
 * refused and may retry later.
 */
const BOUNDS = { atOnce: 2, waiting: 64, retryAfterSeconds: 5 };

/**
 * Runs only a few hashes at a time, so that a burst of logins leaves processor and memory for other requests.
 * @throws Busy when too many wait
 */
export function queuedPasswords(passwords: Passwords): Passwords {
  const queue = boundedQueue(BOUNDS);
  return {
    hash: (password, salt) => queue(() => passwords.hash(password, salt)),
    verify: (known) => queue(() => passwords.verify(known)),
  };
}
