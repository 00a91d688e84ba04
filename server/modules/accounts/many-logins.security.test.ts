import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { mountHealth } from '#server/http/health.ts';
import { startAccounts } from './test-accounts.ts';

test('of 200 logins at once each is answered: its result, or 503 with Retry-After; the server answers meanwhile', async () => {
  const app = await startAccounts({
    slowPasswords: true,
    trustProxy: 1,
    beforeReady: (server) => mountHealth(server, [], { metricsToken: null }),
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
