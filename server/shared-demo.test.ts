import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { demoRoutes } from '#contract/demo.ts';
import { everyRoute } from '#contract/every-route.ts';
import { DEMO_RESET_WAIT_MINUTES, DEMO_RESETS_PER_DAY } from '#contract/limits.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { MINUTE, MovableClock } from './infra/clock.ts';
import { newId } from './infra/id.ts';
import { createLog } from './infra/log.ts';
import { lastDemoChange } from './modules/accounts/accounts.ts';
import { createActor, TEST_SECRET, type TestActor } from './testing/actor.ts';
import { testDatabase } from './testing/database.ts';

const SECONDS = 1_000;

/** Starts a demo as `npm start` does; with tools, as `npm run dev` does. */
async function startDemo(DEV_TOOLS: '0' | '1') {
  const database = await testDatabase();
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-shared-'));
  const clock = new MovableClock();
  const { server, stop } = await createApp(
    readConfig({ SECRET: TEST_SECRET, DATA_DIR, MODE: 'demo', DEMO_MARKET: '0', DEV_TOOLS }),
    { databaseUrl: database.appUrl, clock, log: createLog('silent'), tick: false },
  );
  await server.ready();
  const { db } = database;
  return {
    db,
    clock,
    server,
    async call({ method, path }: Pick<RouteSpec, 'method' | 'path'>, actor: TestActor, from?: string) {
      const url = path.replaceAll(/:\w+/g, newId());
      const headers = { ...actor.headers, 'idempotency-key': newId() };
      const payload = method === 'GET' ? {} : { payload: {} };
      const reply = await server.inject({ method, url, headers, ...payload, remoteAddress: from });
      return { status: reply.statusCode, ...reply.json() };
    },
    /** Returns a visitor who pressed Demo host or Demo clipper. */
    async visitor(role: 'host' | 'clipper'): Promise<TestActor> {
      const headers = { 'sec-fetch-site': 'same-origin' };
      const { path: url } = accountRoutes.demoLogin;
      const reply = await server.inject({ method: 'POST', url, payload: { role }, headers });
      const [cookie] = [reply.headers['set-cookie']].flat();
      return { headers: { ...headers, cookie: cookie!.split(';')[0]! } } as TestActor;
    },
    async close() {
      await stop();
      await database.close();
      rmSync(DATA_DIR, { recursive: true });
    },
  };
}

const shared = await startDemo('0');
afterAll(() => shared.close());

const photo = { method: 'PUT', path: '/api/profiles/me/photo' } as const;
const settings = [...Object.values(everyRoute), photo].filter(
  (route: RouteSpec | typeof photo) => route === photo || ('changesAccount' in route && route.changesAccount),
) as RouteSpec[];
const rolesOf = ({ access }: RouteSpec) =>
  (['host', 'clipper'] as const).filter((role) => access === role || access === 'session' || !access);

test("a setting of a shared demo account is refused with the reason, and one of a person's own account is not", async () => {
  expect(settings.length).toBeGreaterThan(20);
  for (const route of settings) {
    for (const role of rolesOf(route)) {
      const where = `${route.method} ${route.path} as ${role}`;
      const [demo, own] = [
        await createActor(shared.db, { role, isDemo: true }),
        await createActor(shared.db, { role }),
      ];
      const refused = await shared.call(route, demo);
      expect(refused, where).toMatchObject({
        status: 403,
        code: 'demo_account_fixed',
        detail: expect.stringMatching(
          /^Everyone shares this demo account, so .* Sign up for your own account/,
        ),
      });
      expect((await shared.call(route, own)).code, where).not.toBe('demo_account_fixed');
    }
  }
});

test("a demo account on a developer's own machine, with dev tools, changes its settings", {
  timeout: 30_000,
}, async () => {
  const own = await startDemo('1');
  onTestFinished(own.close);
  const demo = await createActor(own.db, { role: 'clipper', isDemo: true });
  for (const route of settings.filter((one) => rolesOf(one).includes('clipper')))
    expect((await own.call(route, demo)).code).not.toBe('demo_account_fixed');
});

/**
 * Calls that visitors of a demo may make, because the demo exists for trying them or nobody else sees their
 * effect. A reset undoes them.
 */
const TRIED = new Set(
  `chooseRole confirmAge confirmIdentity startPasskeyConfirm confirmByPasskey endSession endOtherSessions finishOnboarding
  discardUpload startConnection makeConnectionCode releaseAnalytics endAnalytics createListing editListing pauseListing
  resumeListing endListing topUpListing checkClip recogniseListing submitClip withdrawSubmission approveSubmission
  rejectSubmission undoDecision attachClipFile sendMessage readMessages blockClipper unblockClipper inviteClipper fileAppeal
  answerReview askProof addDeclaration
  checkCaption depositByTestCard depositByCard openDepositPage depositByBank cancelDeposit refundDeposit withdraw cancelPayout
  takeBackPayout makeDemoPost resetDemo skipDemoDay followHost unfollowHost saveSearch setSearchAlerts removeSavedSearch
  pinMoment unpinMoment sendMailAddressLink markNotificationsRead markNotificationRead markNotificationGroupRead showPushKey
  saveStudioProject removeStudioProject giveTranscript removeTranscript giveChat removeChat shareRecord signRecord endRecord testWebhookEndpoint
  replayWebhookDelivery makeResultLink revokeResultLink`.split(/\s+/),
);
/** Calls that their handlers refuse for every demo account. */
const REFUSED = new Set(['changePassword', 'addPassword', 'closeAccount']);

test('each changing call of members either changes the account, or is listed as one to try in a demo', () => {
  const undecided = Object.entries(everyRoute).filter(([name, { method, access, ...route }]) => {
    if (method === 'GET' || access === 'public' || access === 'admin') return false;
    const changes = 'changesAccount' in route && route.changesAccount === true;
    return Number(changes) + Number(TRIED.has(name)) + Number(REFUSED.has(name)) !== 1;
  });
  expect(undecided.map(([name]) => name)).toEqual([]);
});

test('the session says that an account is shared, for Settings', async () => {
  const userOf = async (actor: TestActor) => (await shared.call(accountRoutes.session, actor)).user;
  expect(await userOf(await shared.visitor('host'))).toMatchObject({ isDemo: true, isShared: true });
  expect(await userOf(await createActor(shared.db, { role: 'host' }))).toMatchObject({ isShared: false });
});

test("a visitor's change with a demo account is recorded, reading and leaving are not", async () => {
  const visitor = await shared.visitor('clipper');
  await shared.call(demoRoutes.demoTools, visitor);
  await shared.call(accountRoutes.signOut, await shared.visitor('clipper'));
  expect((await shared.call({ method: 'POST', path: '/api/submissions' }, visitor)).status).toBe(400);
  expect(await lastDemoChange(shared.db)).toBeNull();
  expect((await shared.call({ method: 'POST', path: '/api/notifications/read' }, visitor)).status).toBe(200);
  await expect.poll(() => lastDemoChange(shared.db)).toEqual(expect.any(Date));
});

test('any visitor resets the demo, once within some minutes, and two presses at once do it once', {
  timeout: 60 * SECONDS,
}, async () => {
  const demo = await startDemo('0');
  onTestFinished(demo.close);
  const [one, other] = [await demo.visitor('host'), await createActor(demo.db, { role: 'clipper' })];
  const early = await demo.call(demoRoutes.resetDemo, one);
  expect(early).toMatchObject({ status: 429, code: 'demo_reset_lately' });
  expect(early.detail).toMatch(
    /^The demo began at .* UTC, and can be reset again at .* UTC\. It also resets itself/,
  );
  demo.clock.advance(DEMO_RESET_WAIT_MINUTES * MINUTE);
  const both = await Promise.all([one, other].map((actor) => demo.call(demoRoutes.resetDemo, actor)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
  expect(both.find(({ status }) => status === 429).detail).toMatch(/^A visitor reset the demo at /);
  const tools = await demo.call(demoRoutes.demoTools, other);
  expect(tools.reset).toMatchObject({ lastBy: 'visitor', againAt: expect.any(String) });
  expect((await demo.call(demoRoutes.demoTools, one)).status).toBe(401);
  expect((await demo.call(demoRoutes.demoTools, await demo.visitor('host'))).status).toBe(200);
});

test('one network can reset the demo a limited number of times a day, and refused presses are not counted', async () => {
  const actor = await createActor(shared.db, { role: 'clipper' });
  const press = async (from: string) => (await shared.call(demoRoutes.resetDemo, actor, from)).detail;
  for (let time = 0; time <= DEMO_RESETS_PER_DAY; time++)
    expect(await press('10.1.2.3')).toMatch(/^The demo began at/);
  await shared.db
    .updateTable('rate_limits')
    .set({ hits: DEMO_RESETS_PER_DAY })
    .where('bucket', 'like', 'demo resets 10.1.2.3%')
    .execute();
  expect(await press('10.1.2.3')).toMatch(/^The demo was reset from your network 10 times today\./);
  expect(await press('10.1.2.4')).toMatch(/^The demo began at/);
});
