import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AccountsServer, GOOD_PASSWORD, startAccounts, tokenOf } from '#server/testing/accounts.ts';
import { createAdmin } from './accounts.ts';
import { quickPasswords } from './passwords.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

// Each test starts at the beginning of a rate-limit window, so that the count does not reset during it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:30Z') }));
afterEach(() => void vi.useRealTimers());
afterEach(() => app.db.deleteFrom('rate_limits').execute());

const WRONG = 'a wrong harbour';
const ATTACKERS_PLACE = '192.0.2.66';
const OWNERS_PLACE = '198.51.100.7';

interface From {
  from?: string;
  cookie?: string;
}
const logIn = (email: string, password: string, options: From = {}) =>
  app.post('/api/auth/login', { email, password }, options);

/** Returns the device cookie that a reply sets. */
const deviceOf = (reply: { headers: Record<string, unknown> }): string =>
  [reply.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0]!)
    .find((cookie) => cookie.startsWith('permille_device=')) ?? '';

const statusOf = async (reply: Promise<{ statusCode: number }>) => (await reply).statusCode;

/**
 * Sends `tries` wrong passwords at once, each from its own address unless `from` is given. Returns the
 * statuses.
 */
async function guess(email: string, tries: number, from?: string): Promise<number[]> {
  const replies = Array.from({ length: tries }, () => logIn(email, WRONG, from ? { from } : {}));
  return (await Promise.all(replies)).map((reply) => reply.statusCode);
}

const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

describe('check 13: limits count every try, even concurrent ones', () => {
  test('checks ten of twelve concurrent logins from one address', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        logIn(`try-${index}@example.com`, WRONG, { from: ATTACKERS_PLACE }),
      ),
    );
    const statuses = replies.map((reply) => reply.statusCode);
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2]);
    expect(replies.find((reply) => reply.statusCode === 429)!.headers['retry-after']).toBe('60');
  });

  test('counts all addresses of one IPv6 /64 network together', async () => {
    const statuses = [];
    for (let n = 0; n < 11; n++) {
      statuses.push(
        await statusOf(logIn(`v6-${n}@example.com`, WRONG, { from: `2001:db8:1:2:${n + 1}::9` })),
      );
    }
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 1]);
  });

  test('many networks together get a hundred guesses an hour at one account', async () => {
    const email = 'guessed-at@example.com';
    await app.member(email);
    const statuses = await guess(email, 110);
    expect(count(statuses, 401)).toBeLessThanOrEqual(100);
    expect(count(statuses, 429)).toBeGreaterThanOrEqual(10);
  });

  test('right passwords count only against the limit per minute and do not reset wrong tries', async () => {
    const email = 'new-browsers@example.com';
    await app.member(email);
    const from = OWNERS_PLACE;
    for (let minute = 1; minute <= 12; minute++) {
      vi.setSystemTime(new Date('2026-11-22T10:00:30Z').getTime() + minute * 60_000);
      expect(await statusOf(logIn(email, GOOD_PASSWORD, { from })), `minute ${minute}`).toBe(200);
    }
    // All tries fall into the window from 10:15 to 10:30.
    for (let minute = 16; minute <= 25; minute++) {
      vi.setSystemTime(new Date('2026-11-22T10:00:30Z').getTime() + minute * 60_000);
      if (minute === 20) expect(await statusOf(logIn(email, GOOD_PASSWORD, { from }))).toBe(200);
      expect(await statusOf(logIn(email, WRONG, { from })), `minute ${minute}`).toBe(401);
    }
    expect(await statusOf(logIn(email, WRONG, { from }))).toBe(429);
  });

  test('a known browser gets ten tries a minute', async () => {
    const email = 'own-typos@example.com';
    await app.member(email);
    const cookie = deviceOf(await logIn(email, GOOD_PASSWORD));
    const tries = Array.from({ length: 12 }, () => logIn(email, WRONG, { cookie }));
    const statuses = (await Promise.all(tries)).map((reply) => reply.statusCode);
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2]);
  });
});

describe('wrong logins from one network do not lock out others', () => {
  test('the owner signs in from another network and an unknown browser', async () => {
    const email = 'elsewhere@example.com';
    await app.member(email);
    expect(await guess(email, 15, ATTACKERS_PLACE)).toContain(429);
    expect(await statusOf(logIn(email, GOOD_PASSWORD, { from: OWNERS_PLACE }))).toBe(200);
  });

  test('the owner signs in from the same network in a browser that was signed in before', async () => {
    const email = 'same-place@example.com';
    await app.member(email);
    const cookie = deviceOf(await logIn(email, GOOD_PASSWORD, { from: ATTACKERS_PLACE }));
    expect(await guess(email, 15, ATTACKERS_PLACE)).toContain(429);
    expect(await statusOf(logIn(email, GOOD_PASSWORD, { from: ATTACKERS_PLACE }))).toBe(429);
    expect(await statusOf(logIn(email, GOOD_PASSWORD, { from: ATTACKERS_PLACE, cookie }))).toBe(200);
  });

  test('a known browser, or one that used a mailed link, signs in while guesses arrive from everywhere', async () => {
    const email = 'besieged@example.com';
    await app.member(email);
    const cookie = deviceOf(await logIn(email, GOOD_PASSWORD));
    await guess(email, 110);
    expect(await statusOf(logIn(email, GOOD_PASSWORD))).toBe(429);
    expect(await statusOf(logIn(email, GOOD_PASSWORD, { cookie }))).toBe(200);

    vi.setSystemTime(Date.now() + 1_000);
    await app.post('/api/auth/forgot-password', { email });
    const form = { token: tokenOf(await app.mailTo(email)), password: 'renewed harbour' };
    const reset = await app.post('/api/auth/reset-password', { ...form, confirmation: form.password });
    const renewed = { cookie: deviceOf(reset) };
    expect(await statusOf(logIn(email, form.password, renewed))).toBe(200);
    expect(await statusOf(logIn(email, form.password, { cookie }))).toBe(429);
  });

  test('applies the same limits to admins', async () => {
    await createAdmin(
      app.db,
      { username: 'locked_out', password: GOOD_PASSWORD },
      new Date(),
      quickPasswords,
    );
    const enter = (password: string, options: From = {}) =>
      app.post('/api/auth/admin-login', { username: 'Locked_Out', password }, options);
    const cookie = deviceOf(await enter(GOOD_PASSWORD));
    const tries = Array.from({ length: 15 }, () => enter(WRONG, { from: ATTACKERS_PLACE }));
    expect((await Promise.all(tries)).map((reply) => reply.statusCode)).toContain(429);
    expect(await statusOf(enter(GOOD_PASSWORD, { from: OWNERS_PLACE }))).toBe(200);
    expect(await statusOf(enter(GOOD_PASSWORD, { from: ATTACKERS_PLACE, cookie }))).toBe(200);
  });
});

describe('the cookie of a known browser', () => {
  test('a made-up, altered or foreign device cookie lifts no limit', async () => {
    const [email, other] = ['mine@example.com', 'theirs@example.com'];
    await app.member(email);
    await app.member(other);
    const theirs = deviceOf(await logIn(other, GOOD_PASSWORD));
    await guess(email, 11, ATTACKERS_PLACE);
    const [nonce, signature] = theirs.slice('permille_device='.length).split('.');
    for (const cookie of [
      theirs,
      'permille_device=made-up.signature',
      `permille_device=x${nonce}.${signature}`,
      `permille_device=${nonce}`,
    ]) {
      expect(await statusOf(logIn(email, GOOD_PASSWORD, { from: ATTACKERS_PLACE, cookie })), cookie).toBe(
        429,
      );
    }
  });

  test('the device cookie is HttpOnly, signs nobody in, and remembers several accounts', async () => {
    const [email, second] = ['one-of-two@example.com', 'two-of-two@example.com'];
    await app.member(email);
    await app.member(second);
    const first = await logIn(email, GOOD_PASSWORD);
    const header = [first.headers['set-cookie']]
      .flat()
      .find((one) => String(one).startsWith('permille_device'));
    expect(header).toContain('HttpOnly');
    expect(header).toContain('SameSite=Lax');
    expect(await app.whoIs(deviceOf(first))).toBeNull();
    const both = deviceOf(await logIn(second, GOOD_PASSWORD, { cookie: deviceOf(first) }));
    for (const address of [email, second]) {
      await guess(address, 11, ATTACKERS_PLACE);
      expect(await statusOf(logIn(address, GOOD_PASSWORD, { from: ATTACKERS_PLACE, cookie: both }))).toBe(
        200,
      );
    }
  });
});
