import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listOutbox } from '#server/infra/mail.ts';
import {
  type AccountsServer,
  cookieOf,
  GOOD_PASSWORD,
  startAccounts,
  tokenOf,
} from '#server/testing/accounts.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

// Each test starts at the beginning of an hour, so that the count does not reset during it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:30Z') }));
afterEach(() => void vi.useRealTimers());
afterEach(() => app.db.deleteFrom('rate_limits').execute());

const SIGN_UP = '/api/auth/sign-up';
const RESEND = '/api/auth/resend-verification';
const FORGOT = '/api/auth/forgot-password';

const OWNERS = 'the owner’s harbour';

const form = (email: string) => ({
  email,
  password: GOOD_PASSWORD,
  confirmation: GOOD_PASSWORD,
  acceptTerms: true,
  role: 'clipper',
});
const mailsTo = async (email: string) =>
  (await listOutbox(app.db, 1_000)).filter((mail) => mail.to === email).length;

/**
 * Posts `times` requests at once, each from its own address unless `from` is given. Returns the distinct
 * answers.
 */
async function flood(url: string, email: string, times: number, from?: string): Promise<Set<string>> {
  const replies = await Promise.all(
    Array.from({ length: times }, () => app.post(url, form(email), from ? { from } : {})),
  );
  return new Set(replies.map((reply) => reply.statusCode + reply.body));
}

/** Signs up as strangers: `times` requests from each of `places` addresses. */
async function attack(url: string, email: string, places: number, times: number): Promise<void> {
  for (let place = 1; place <= places; place++) await flood(url, email, times, `192.0.2.${place}`);
}

test('check 13: forty concurrent sign-ups from forty addresses mail a stranger eleven times and all get the same answer', async () => {
  expect(await flood(SIGN_UP, 'stranger@example.com', 40)).toEqual(new Set(['200{}']));
  // The first request of each of ten addresses gets a mail. One more is sent, because a link lives longer
  // than half a day.
  expect(await mailsTo('stranger@example.com')).toBe(11);
});

test('a mailbox gets at most 20 sign-up mails and 66 reset mails a day, however many places ask', async () => {
  const known = 'besieged@example.com';
  await app.member(known);
  await app.db.deleteFrom('rate_limits').execute();
  const sent: Record<string, number> = {};
  for (const url of [SIGN_UP, FORGOT]) {
    const before = await mailsTo(known);
    for (let half = 0; half < 48; half++) {
      vi.setSystemTime(Date.parse('2026-11-20T00:00:30Z') + half * 1_800_000);
      await flood(url, known, 12);
      await flood(url, known, 3, `192.0.2.${half + 1}`);
    }
    sent[url] = (await mailsTo(known)) - before;
  }
  expect(sent).toEqual({ [SIGN_UP]: 20, [FORGOT]: 66 });
});

test('sends as many mails to an address with an account as to one without: sign-ups, resends and resets', async () => {
  const [known, unknown] = ['known@example.com', 'unknown@example.com'];
  await app.member(known);
  await app.db.deleteFrom('rate_limits').execute();
  const before = await mailsTo(known);
  for (const url of [SIGN_UP, RESEND, FORGOT]) {
    expect(await flood(url, known, 19)).toEqual(await flood(url, unknown, 19));
  }
  // Eleven of the mails only say that the account exists, and eleven contain a reset link.
  expect((await mailsTo(known)) - before).toBe(22);
  expect(await mailsTo(unknown)).toBe(11);
});

test('strangers elsewhere do not use up the owner’s mails: the first request of each place counts separately', async () => {
  const email = 'owner-elsewhere@example.com';
  await attack(SIGN_UP, email, 4, 6);
  const before = await mailsTo(email);
  const here = { from: '198.51.100.9' };
  await app.post(SIGN_UP, { ...form(email), password: OWNERS, confirmation: OWNERS }, here);
  expect(await mailsTo(email)).toBe(before + 1);
  expect((await app.verify(email, OWNERS)).json()).toEqual({ signedIn: true });

  await attack(FORGOT, email, 4, 6);
  const resets = await mailsTo(email);
  await app.post(FORGOT, { email }, here);
  expect(await mailsTo(email)).toBe(resets + 1);
});

test('the owner completes a sign-up with an earlier mail after strangers used up the address’s limit', async () => {
  const email = 'flooded@example.com';
  await attack(SIGN_UP, email, 12, 6);
  const before = await mailsTo(email);
  const signedUp = await app.post(
    SIGN_UP,
    { ...form(email), password: OWNERS, confirmation: OWNERS },
    { from: '198.51.100.10' },
  );
  expect(await mailsTo(email)).toBe(before);
  const strangers = tokenOf(await app.mailTo(email));
  const opened = await app.post(
    '/api/auth/verify-email',
    { token: strangers },
    { cookie: cookieOf(signedUp) },
  );
  expect(opened.json()).toEqual({ signedIn: true });
  expect((await app.post('/api/auth/login', { email, password: GOOD_PASSWORD })).statusCode).toBe(401);
  expect((await app.post('/api/auth/login', { email, password: OWNERS })).statusCode).toBe(200);
});

test('the mailbox holds a working reset link of the last half hour after strangers used up the limit', async () => {
  const email = 'locked-out@example.com';
  await app.member(email);
  await app.db.deleteFrom('rate_limits').execute();
  await attack(FORGOT, email, 12, 6);
  for (let half = 1; half < 6; half++) {
    vi.setSystemTime(Date.parse('2026-11-22T10:00:30Z') + half * 1_800_000);
    const before = await mailsTo(email);
    await app.post(FORGOT, { email }, { from: '192.0.2.1' });
    await app.post(FORGOT, { email }, { from: '198.51.100.11' });
    expect((await mailsTo(email)) - before).toBeGreaterThan(0);
  }
  vi.setSystemTime(Date.now() + 29 * 60_000);
  const token = tokenOf(await app.mailTo(email));
  const reset = await app.post('/api/auth/reset-password', { token, password: OWNERS, confirmation: OWNERS });
  expect(reset.statusCode).toBe(200);
});

test('a browser that was signed in to the account gets its reset link regardless of other requests', async () => {
  const email = 'known-browser@example.com';
  await app.member(email);
  const login = await app.post('/api/auth/login', { email, password: GOOD_PASSWORD });
  const device = [login.headers['set-cookie']].flat().find((line) => line?.startsWith('permille_device='));
  const cookie = device!.split(';')[0]!;
  await attack(FORGOT, email, 12, 6);
  const before = await mailsTo(email);
  vi.setSystemTime(new Date('2026-11-22T10:01:30Z'));
  const at = { from: '192.0.2.1' };
  expect((await app.post(FORGOT, { email }, at)).body).toBe('{}');
  expect(await mailsTo(email)).toBe(before);
  for (let minute = 2; minute < 7; minute++) {
    vi.setSystemTime(new Date(`2026-11-22T10:0${minute}:30Z`));
    await app.post(FORGOT, { email }, { ...at, cookie });
  }
  expect(await mailsTo(email)).toBe(before + 3);
  // The cookie lifts the limit only for the address of its own account.
  const other = 'not-of-this-browser@example.com';
  await app.member(other);
  await attack(FORGOT, other, 12, 6);
  const mailed = await mailsTo(other);
  expect((await app.post(FORGOT, { email: other }, { from: '192.0.2.200', cookie })).body).toBe('{}');
  expect(await mailsTo(other)).toBe(mailed);
});

test('one place, counted by IPv6 /64, sends at most sixty mails an hour in total', async () => {
  let sent = 0;
  for (let minute = 0; minute < 8; minute++) {
    vi.setSystemTime(new Date(`2026-11-22T10:0${minute}:30Z`));
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        app.post(SIGN_UP, form(`many-${minute}-${n}@example.com`), { from: `2001:db8:7:7::${n + 1}` }),
      ),
    );
  }
  for (const mail of await listOutbox(app.db, 1_000)) if (mail.to.startsWith('many-')) sent++;
  expect(sent).toBe(60);
});

test('a sign-up without a mail is kept, and its link is mailed on a later request', async () => {
  const email = 'patient@example.com';
  await flood(SIGN_UP, email, 9, '192.0.2.2');
  vi.setSystemTime(new Date('2026-11-22T11:00:30Z'));
  const before = await mailsTo(email);
  await app.post(RESEND, { email, password: GOOD_PASSWORD }, { from: '192.0.2.2' });
  expect(await mailsTo(email)).toBe(before + 1);
  expect((await app.verify(email)).statusCode).toBe(200);
});

test('rate-limit rows contain no email addresses', async () => {
  await app.post(SIGN_UP, form('not-listed@example.com'));
  const rows = await app.db.selectFrom('rate_limits').select('bucket').execute();
  expect(JSON.stringify(rows)).not.toContain('not-listed');
});
