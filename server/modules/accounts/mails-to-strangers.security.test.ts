import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listOutbox } from '#server/infra/mail.ts';
import { type AccountsServer, GOOD_PASSWORD, startAccounts, tokenOf } from '#server/testing/accounts.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

// Starts at the beginning of an hour, so that none ends during a test and resets the count.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:30Z') }));
afterEach(() => void vi.useRealTimers());
afterEach(() => app.db.deleteFrom('rate_limits').execute());

const SIGN_UP = '/api/auth/sign-up';
const RESEND = '/api/auth/resend-verification';
const FORGOT = '/api/auth/forgot-password';

const form = (email: string) => ({
  email,
  password: GOOD_PASSWORD,
  confirmation: GOOD_PASSWORD,
  acceptTerms: true,
  role: 'clipper',
});
const mailsTo = async (email: string) =>
  (await listOutbox(app.db, 1_000)).filter((mail) => mail.to === email).length;

/** Posts that many at once, each from its own address unless one is given; returns how often each answer came. */
async function flood(url: string, email: string, times: number, from?: string): Promise<Set<string>> {
  const replies = await Promise.all(
    Array.from({ length: times }, () => app.post(url, form(email), from ? { from } : {})),
  );
  return new Set(replies.map((reply) => reply.statusCode + reply.body));
}

test('check 13: forty sign-ups at once send a stranger five mails, and every answer is the same', async () => {
  expect(await flood(SIGN_UP, 'stranger@example.com', 40)).toEqual(new Set(['200{}']));
  expect(await mailsTo('stranger@example.com')).toBe(5);
});

test('who has an account is flooded no more than who has none: by sign-ups, new links and forgotten passwords', async () => {
  const [known, unknown] = ['known@example.com', 'unknown@example.com'];
  await app.member(known);
  await app.db.deleteFrom('rate_limits').execute();
  const before = await mailsTo(known);
  for (const url of [SIGN_UP, RESEND, FORGOT]) {
    expect(await flood(url, known, 9)).toEqual(await flood(url, unknown, 9));
  }
  // Five mails that the account exists, and five with a link to reset the password.
  expect((await mailsTo(known)) - before).toBe(10);
  expect(await mailsTo(unknown)).toBe(5);
});

test('one place can’t use up what an address gets: its owner elsewhere still gets mail', async () => {
  const email = 'owner-elsewhere@example.com';
  await flood(SIGN_UP, email, 9, '192.0.2.1');
  expect(await mailsTo(email)).toBe(3);
  await app.post(SIGN_UP, form(email), { from: '198.51.100.9' });
  expect(await mailsTo(email)).toBe(4);
  await app.post('/api/auth/verify-email', { token: tokenOf(await app.mailTo(email)) });
  await app.post(FORGOT, { email }, { from: '198.51.100.9' });
  expect(await mailsTo(email)).toBe(5);
});

test('one place sends sixty mails an hour to whatever addresses, IPv6 by /64', async () => {
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

test('without a mail the sign-up waits all the same, and its link comes when it is asked for later', async () => {
  const email = 'patient@example.com';
  await flood(SIGN_UP, email, 9, '192.0.2.2');
  vi.setSystemTime(new Date('2026-11-22T11:00:30Z'));
  const before = await mailsTo(email);
  await app.post(RESEND, { email, password: GOOD_PASSWORD }, { from: '192.0.2.2' });
  expect(await mailsTo(email)).toBe(before + 1);
  const opened = await app.post('/api/auth/verify-email', { token: tokenOf(await app.mailTo(email)) });
  expect(opened.statusCode).toBe(200);
});

test('the counters are no list of addresses', async () => {
  await app.post(SIGN_UP, form('not-listed@example.com'));
  const rows = await app.db.selectFrom('rate_limits').select('bucket').execute();
  expect(JSON.stringify(rows)).not.toContain('not-listed');
});
