import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { registerHealthRoutes } from '#server/http/health.ts';
import { Busy } from '#server/infra/bounded-queue.ts';
import { GOOD_PASSWORD, startAccounts, tokenOf } from '#server/testing/accounts.ts';

test('of 200 logins at once each is answered: its result, or 503 with Retry-After; the server answers meanwhile', async () => {
  const app = await startAccounts({
    slowPasswords: true,
    trustProxy: 1,
    beforeReady: (server) => registerHealthRoutes(server, [], { metricsToken: null }),
  });
  onTestFinished(() => app.close());
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  let open = 0;
  const logIn = async (n: number) => {
    open++;
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
    open--;
    return { status: reply.status, code, retryAfter: reply.headers.get('retry-after') };
  };
  const logins = Array.from({ length: 200 }, (_, n) => logIn(n));
  const first = await Promise.race(logins);
  expect(first).toBeDefined();
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  expect(open).toBeGreaterThan(0);
  const replies = await Promise.all(logins);
  const checked = replies.filter(({ code }) => code === 'login_failed');
  const sentAway = replies.filter(({ code }) => code === 'busy');
  expect(checked.length + sentAway.length).toBe(200);
  expect(checked.length).toBeGreaterThanOrEqual(66);
  expect(sentAway.length).toBeGreaterThan(0);
  for (const reply of sentAway) expect(reply).toMatchObject({ status: 503, retryAfter: '5' });
});

test('check 13: who is sent away because too many wait has used up no try and no mail', async () => {
  let isFull = false;
  const app = await startAccounts({
    onHash: () => {
      if (isFull) throw new Busy(5);
    },
  });
  onTestFinished(() => app.close());
  const at = { from: '198.51.100.7' };
  const email = 'patient@example.com';
  const form = { email, password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD, role: 'host' };
  const logIn = () => app.post('/api/auth/login', { email, password: GOOD_PASSWORD }, at);
  const signUp = () => app.post('/api/auth/sign-up', form, at);
  isFull = true;
  for (let n = 0; n < 4; n++) expect((await signUp()).statusCode).toBe(503);
  isFull = false;
  await signUp();
  await app.post('/api/auth/verify-email', { token: tokenOf(await app.mailTo(email)) });
  isFull = true;
  for (let n = 0; n < 11; n++) {
    expect((await logIn()).statusCode).toBe(503);
    // Of the minute: whoever waits as long as is asked stays under it.
    await app.db.deleteFrom('rate_limits').where('bucket', '=', `login from ${at.from}`).execute();
  }
  isFull = false;
  expect((await logIn()).statusCode).toBe(200);
});
