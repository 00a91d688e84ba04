import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { registerHealthRoutes } from '#server/http/health.ts';
import { Busy } from '#server/infra/bounded-queue.ts';
import { GOOD_PASSWORD, startAccounts } from '#server/testing/accounts.ts';
import { scryptPasswords } from './passwords.ts';

/** The number of logins that hash or wait at a time (`queuedPasswords`); any further one is refused. */
const HELD = 66;

test('answers each of 200 concurrent logins with its result or 503 and Retry-After, and other requests meanwhile', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const app = await startAccounts({
    trustProxy: 1,
    onHash: () => gate,
    beforeReady: (server) => registerHealthRoutes(server, { ready: [], metricsToken: null }),
  });
  onTestFinished(() => app.close());
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  const seen: { status: number; code: string; retryAfter: string | null }[] = [];
  const logIn = async (n: number) => {
    const reply = await fetch(`${base}/api/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'http://localhost:3000',
        'x-forwarded-for': `10.1.${n >> 6}.${(n & 63) + 1}`,
      },
      body: JSON.stringify({ email: `crowd-${n}@example.com`, password: 'a wrong harbour' }),
    });
    const { code } = (await reply.json()) as { code: string };
    seen.push({ status: reply.status, code, retryAfter: reply.headers.get('retry-after') });
  };
  const logins = Array.from({ length: 200 }, (_, n) => logIn(n));
  await expect.poll(() => seen.length, { timeout: 60_000 }).toBe(200 - HELD);
  for (const reply of seen) expect(reply).toEqual({ status: 503, code: 'busy', retryAfter: '5' });
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  open();
  await Promise.all(logins);
  expect(seen.slice(200 - HELD).map(({ code }) => code)).toEqual(Array(HELD).fill('login_failed'));
});

test('hashes a password without blocking the event loop', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(timer));
  await scryptPasswords.hash(GOOD_PASSWORD);
  expect(turns).toBeGreaterThan(0);
});

test('check 13: a request refused because too many wait uses up no try and no mail', async () => {
  let isFull = false;
  const app = await startAccounts({
    onHash: () => {
      if (isFull) throw new Busy(5);
    },
  });
  onTestFinished(() => app.close());
  const at = { from: '198.51.100.7' };
  const email = 'patient@example.com';
  const form = {
    email,
    password: GOOD_PASSWORD,
    confirmation: GOOD_PASSWORD,
    role: 'host',
    acceptTerms: true,
  };
  const logIn = () => app.post('/api/auth/login', { email, password: GOOD_PASSWORD }, at);
  const signUp = () => app.post('/api/auth/sign-up', form, at);
  isFull = true;
  for (let n = 0; n < 4; n++) expect((await signUp()).statusCode).toBe(503);
  isFull = false;
  await signUp();
  await app.verify(email);
  isFull = true;
  for (let n = 0; n < 11; n++) {
    expect((await logIn()).statusCode).toBe(503);
    // A client that waits for Retry-After stays under the limit per minute, so the test deletes its count.
    await app.db.deleteFrom('rate_limits').where('bucket', '=', `login from ${at.from}`).execute();
  }
  isFull = false;
  expect((await logIn()).statusCode).toBe(200);
});
