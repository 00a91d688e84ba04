import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { boundedQueue } from '#server/infra/bounded-queue.ts';

export interface Passwords {
  /** `salt` replaces the random one. */
  hash(password: string, salt?: string): Promise<string>;
  verify(known: { hash: string; password: string }): Promise<boolean>;
}

const derive = promisify<string, string, number, object, Buffer>(scrypt);

/** scrypt with better-auth's parameters (`@better-auth/utils/password`), which accepts no salt from its caller. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const KEY_BYTES = 64;

const keyOf = (password: string, salt: string): Promise<Buffer> =>
  derive(password.normalize('NFKC'), salt, KEY_BYTES, COST);

/** Slow on purpose, each with 32 MB of memory: `salt:key`, both in hex. */
export const scryptPasswords: Passwords = {
  async hash(password, salt = randomBytes(16).toString('hex')) {
    return `${salt}:${(await keyOf(password, salt)).toString('hex')}`;
  },
  async verify({ hash, password }) {
    const [salt = '', key = ''] = hash.split(':');
    const known = Buffer.from(key, 'hex');
    const given = await keyOf(password, salt);
    return known.length === given.length && timingSafeEqual(known, given);
  },
};

/** A hash takes 0.1 s of processor time; when this many wait, further requests are asked to try again later. */
const BOUNDS = { atOnce: 2, waiting: 64, retryAfterSeconds: 5 };

/**
 * The same, but only a few at a time, so that a burst of logins leaves processor and memory for other requests.
 * @throws Busy when too many wait
 */
export function queuedPasswords(passwords: Passwords): Passwords {
  const queue = boundedQueue(BOUNDS);
  return {
    hash: (password, salt) => queue(() => passwords.hash(password, salt)),
    verify: (known) => queue(() => passwords.verify(known)),
  };
}
