import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { newId } from './infra/id.ts';
import { createLog } from './infra/log.ts';
import { freePort } from './start-failure.ts';
import { createActor, TEST_SECRET } from './testing/actor.ts';
import { testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

const APP_URL = 'http://demo.example:8080';

async function start(env: Record<string, string>) {
  const database = await testDatabase();
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-pages-'));
  const { server, stop } = await createApp(readConfig({ SECRET: TEST_SECRET, DATA_DIR, APP_URL, ...env }), {
    databaseUrl: database.appUrl,
    log: createLog('silent'),
    tick: false,
  });
  await server.ready();
  onTestFinished(async () => {
    await stop();
    await database.close();
    rmSync(DATA_DIR, { recursive: true });
  });
  return { db: database.db, server };
}

const demo = () => start({ MODE: 'demo', DEMO_MARKET: '0' });
/** The headers of a browser that submits a form of the simulator's page. */
const form = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: APP_URL,
  'sec-fetch-site': 'same-origin',
};

test('a visitor of a remote demo gets simulated pages below its own address, without scripts', async () => {
  const { db, server } = await demo();
  const host = await createActor(db, { role: 'host', username: 'far_host' });
  const headers = { ...host.headers, 'idempotency-key': newId() };
  const connect = await server.inject({
    method: 'POST',
    url: '/api/connections/start',
    headers,
    payload: { platform: 'youtube', returnTo: '/host/settings' },
  });
  const deposit = await server.inject({
    method: 'POST',
    url: '/api/deposits/card',
    headers,
    payload: { amountMicros: '20000000' },
  });
  const payment = await server.inject({
    method: 'POST',
    url: `/api/deposits/${deposit.json().id}/open`,
    headers: host.headers,
  });
  for (const url of [connect.json().authorizeUrl, payment.json().url]) {
    expect(url).toMatch(new RegExp(`^${APP_URL}/simulator/`));
    const page = await server.inject(url.slice(APP_URL.length));
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('simulates');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'/,
    );
    expect(page.headers['x-content-type-options']).toBe('nosniff');
  }
  const film = await server.inject({ url: '/simulator/videos/boss-1.webm', headers: { range: 'bytes=0-9' } });
  expect([film.statusCode, film.rawPayload.length]).toEqual([206, 10]);
  const paid = await server.inject({
    method: 'POST',
    url: payment.json().url.slice(APP_URL.length),
    headers: form,
    payload: 'method=card&number=4242424242424242',
  });
  expect([paid.statusCode, paid.headers.location]).toEqual([
    303,
    expect.stringMatching(new RegExp(`^${APP_URL}/`)),
  ]);
});

test("only the simulator's pages are reachable from outside: no API, no control, no other file", async () => {
  const { server } = await demo();
  for (const path of [
    'control/posts',
    'control/accounts',
    '/control/posts',
    'posts/../control/posts',
    'posts/%2e%2e/control/posts',
    'v1/balance_transactions',
    'youtube/v3/videos?id=a&key=b',
    'twitch-id/oauth2/validate',
    'tiktok-open/v2/user/info/',
    'paypal/v1/reporting/transactions',
    'discord-api/webhooks/1/2',
    'nothing',
  ])
    expect((await server.inject(`/simulator/${path}`)).statusCode, path).toBe(404);
  expect((await server.inject('/simulator/videos/..%2f..%2fpackage.json')).statusCode).toBe(403);
  for (const path of ['control/stripe', 'v1/checkout/sessions', 'control/posts', 'paypal/v1/oauth2/token']) {
    const reply = await server.inject({
      method: 'POST',
      url: `/simulator/${path}`,
      headers: form,
      payload: 'a=b',
    });
    expect(reply.statusCode, path).toBe(404);
  }
});

test('consent redirects to this app only, and a form of another site is refused', async () => {
  const { server } = await demo();
  const asking = (redirect: string) =>
    `/simulator/instagram-www/oauth/authorize?client_id=a&response_type=code&scope=instagram_business_basic&redirect_uri=${encodeURIComponent(redirect)}`;
  expect((await server.inject(asking(`${APP_URL}/api/connections/callback/instagram`))).statusCode).toBe(200);
  const away = await server.inject(asking('https://evil.example/'));
  expect([away.statusCode, away.body]).toEqual([
    400,
    expect.stringContaining('redirect_uri is not an address that an app may register.'),
  ]);
  const send = (headers: Record<string, string>) =>
    server.inject({
      method: 'POST',
      url: asking(`${APP_URL}/api/connections/callback/instagram`),
      headers: { ...form, ...headers },
      payload: 'handle=far&decision=allow',
    });
  expect((await send({})).statusCode).toBe(303);
  expect((await send({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
    403,
  );
});

test('one network can send a limited number of forms to the simulator per minute', async () => {
  const { db, server } = await demo();
  const send = () =>
    server.inject({
      method: 'POST',
      url: '/simulator/discord/webhooks',
      headers: form,
      payload: 'channel=clips',
    });
  expect((await send()).statusCode).toBe(303);
  await db
    .updateTable('rate_limits')
    .set({ hits: 1_000 })
    .where('bucket', 'like', 'simulated pages %')
    .execute();
  expect((await send()).statusCode).toBe(429);
});

test("staging with simulation has the simulated pages and payments, and neither demo accounts, tools nor others' mails", async () => {
  const SIMULATOR_PORT = String(await freePort('127.0.0.1', 0));
  const { db, server } = await start({ MODE: 'staging', SIMULATOR_PORT });
  const clipper = await createActor(db, { role: 'clipper', username: 'rehearser' });
  const control = await fetch(`http://127.0.0.1:${SIMULATOR_PORT}/control/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'tiktok', handle: 'rehearser', scenario: 'organic' }),
  });
  const { url } = (await control.json()) as { url: string };
  const post = await server.inject(`/simulator/posts?url=${encodeURIComponent(url)}`);
  expect(post.statusCode).toBe(200);
  const connect = await server.inject({
    method: 'POST',
    url: '/api/connections/start',
    headers: { ...clipper.headers, 'idempotency-key': newId() },
    payload: { platform: 'tiktok', returnTo: '/clipper/settings' },
  });
  expect(connect.json().authorizeUrl).toContain(`${APP_URL}/simulator/tiktok-www/`);
  const host = await createActor(db, { role: 'host', username: 'rehearsing_host' });
  const rails = await server.inject({ url: '/api/deposits/rails', headers: host.headers });
  expect(rails.json()).toMatchObject({ card: 'simulated' });
  expect((await server.inject('/simulator/control/posts')).statusCode).toBe(404);
  const tools = await server.inject({ url: '/api/demo', headers: clipper.headers });
  expect(tools.statusCode).toBe(404);
  const people = await db.selectFrom('users').select('id').where('is_demo', '=', true).execute();
  expect(people).toEqual([]);
});

test('a live system and staging have no simulated page', async () => {
  for (const MODE of ['live', 'staging']) {
    const { server } = await start({ ...LIVE_ENV, MODE });
    for (const path of ['posts', 'discord', 'control/posts', 'stripe-checkout/cs_test_1']) {
      const page = await server.inject(`/simulator/${path}`);
      expect(page.body).not.toContain('imulate');
      expect(page.statusCode).toBeGreaterThanOrEqual(404);
    }
  }
});
