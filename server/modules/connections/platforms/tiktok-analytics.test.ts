import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReleasedFigures } from '#contract/clips/clip-analytics.ts';
import { replaySide } from '#server/testing/platform-sides.ts';
import {
  accessOf,
  type SimulatedPlatforms,
  startSimulatedPlatforms,
  unwrap,
} from '#server/testing/simulated-platforms.ts';
import { decide } from '#simulator/trial.ts';
import type { ProblemKind, ReleasedStretch } from './adapter.ts';

const postedAt = new Date('2026-11-15T17:00:00Z');
const figuresOf = ({ fromAt: _from, toAt: _to, ...figures }: ReleasedStretch): ReleasedFigures => figures;

describe('posts of TikTok’s API for Business as documented', () => {
  let side: Awaited<ReturnType<typeof replaySide>>;
  beforeAll(async () => {
    side = await replaySide();
  });
  afterAll(() => side.stop());

  async function read(file: string, since: Date | null = null, known: ReleasedFigures | null = null) {
    const { adapter, access, posts } = await side.arrange('tiktok', file);
    return await adapter.readAnalytics!(access, { ...posts[0], postedAt, since, known });
  }

  test('figures are sums over a post’s life, up to the last midnight that is a day ago', async () => {
    const [first, ...more] = unwrap(await read('analytics'));
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      fromAt: postedAt,
      toAt: new Date('2026-11-19T00:00:00Z'),
      views: 15_000,
      reach: 12_000,
      watchSeconds: 180_009,
      completedShare: 0.3125,
      subscribedShare: 0.12,
      engagedViews: null,
      devices: null,
      countries: { US: 0.7, GB: 0.2, ZZ: 0.05 },
    });
    expect(first!.averagePercentage).toBeCloseTo(60, 6);
    const { recommended, subscriptions, profile, direct } = first!.trafficSources!;
    expect([recommended, subscriptions, profile, direct]).toEqual([0.8200000000000001, 0.1, 0.04, 0.04]);
  });

  test('a stretch is the growth since the last reading', async () => {
    const since = new Date('2026-11-18T00:00:00Z');
    const [first] = unwrap(await read('analytics'));
    const known: ReleasedFigures = {
      ...figuresOf(first!),
      views: 12_000,
      watchSeconds: 168_009,
      reach: 11_500,
      averagePercentage: 70,
      completedShare: 0.375,
      trafficSources: { recommended: 0.95, subscriptions: 0.05 },
      countries: { US: 0.875 },
    };
    const [next] = unwrap(await read('analytics', since, known));
    expect(next).toMatchObject({ fromAt: since, views: 3_000, watchSeconds: 12_000, reach: 500 });
    expect(next!.averagePercentage).toBeCloseTo(20, 6);
    expect(next!.completedShare).toBeCloseTo(0.0625, 6);
    expect(next!.trafficSources!.recommended).toBeCloseTo(0.3, 6);
    expect(next!.trafficSources!.direct).toBeCloseTo(0.2, 6);
    expect(next!.countries).toMatchObject({ US: 0 });
    const together = Object.values(next!.countries!).reduce<number>((sum, share = 0) => sum + share, 0);
    expect(together).toBeLessThanOrEqual(1 + 1e-9);
  });

  test('fallen sums and unusable divisions are unknown, and the same day is read once', async () => {
    const [first] = unwrap(await read('analytics'));
    const before = { ...figuresOf(first!), views: 14_000, watchSeconds: 190_000, reach: null };
    const [next] = unwrap(await read('analytics', postedAt, before));
    expect(next).toMatchObject({ views: 1_000, watchSeconds: null, reach: null });
    expect(unwrap(await read('analytics-no-parts'))[0]!.trafficSources).toBeNull();
    expect(unwrap(await read('analytics', first!.toAt, { ...before, views: 10 }))).toEqual([]);
    expect(unwrap(await read('analytics', postedAt, { ...before, views: 15_001 }))).toEqual([]);
  });

  test('figures that TikTok leaves out are unknown, and counts alone are no figures', async () => {
    const [partial] = unwrap(await read('analytics-partial'));
    expect(partial).toMatchObject({
      watchSeconds: 180_000,
      averagePercentage: 60,
      reach: null,
      completedShare: null,
      subscribedShare: null,
      trafficSources: null,
      countries: { US: 1 },
    });
    expect(unwrap(await read('analytics-quiet'))).toEqual([]);
  });

  test.each<[string, ProblemKind]>([
    ['analytics-missing', 'gone'],
    ['analytics-scope-gone', 'denied'],
    ['analytics-token-dead', 'token_dead'],
    ['analytics-quota', 'quota'],
    ['analytics-keys', 'misconfigured'],
    ['analytics-fault', 'transient'],
    ['analytics-proxy', 'transient'],
    ['analytics-cut', 'transient'],
    ['analytics-wrong-shape', 'transient'],
    ['server-error', 'transient'],
  ])('%s is a problem of kind %s', async (file, kind) => {
    expect(await read(file)).toMatchObject({ ok: false, problem: { kind } });
  });

  test('a used-up minute is waited for, and blocks no call to TikTok’s other API', async () => {
    for (const file of ['analytics-quota', 'quota']) {
      expect(await read(file)).toMatchObject({ problem: { quotaOf: 'account', retryAfterSeconds: 300 } });
    }
  });
});

describe('a consent to TikTok’s API for Business as documented', () => {
  let side: Awaited<ReturnType<typeof replaySide>>;
  beforeAll(async () => {
    side = await replaySide();
  });
  afterAll(() => side.stop());
  const grant = { code: 'code', redirectUri: 'https://permille.example/back/', codeVerifier: '' };
  const consentOf = async (file: string) => (await side.arrange('tiktok', file)).adapter.analyticsConsent!;

  test('exchanges a code and a refresh token for tokens, with the account’s id and then its name', async () => {
    const consent = await consentOf('business-consent');
    const tokens = unwrap(await consent.exchangeCode(grant));
    expect(tokens).toEqual({
      accessToken: 'act.recorded',
      refreshToken: 'rft.recorded',
      accessTokenExpiresAt: new Date('2026-11-21T09:30:00Z'),
      scopes: 'video.insights video.list user.info.basic user.info.username',
      accountId: '_000recorded',
    });
    expect(unwrap(await consent.whoAmI(tokens))).toEqual({ externalId: '_000recorded', handle: 'Ada.Cuts' });
    expect(unwrap(await consent.refresh(tokens))).toMatchObject({ refreshToken: 'rft.renewed' });
    expect(unwrap(await consent.revoke(tokens))).toBeNull();
    expect(side.unrecorded).toEqual([]);
  });

  test('refuses used codes and unknown tokens; a hidden name is a missing permission', async () => {
    const consent = await consentOf('business-consent-used');
    const tokens = { accessToken: 'a', refreshToken: 'r', accountId: '_000recorded' };
    const old = { ...tokens, accessTokenExpiresAt: new Date(), scopes: null };
    expect(await consent.exchangeCode(grant)).toMatchObject({ problem: { kind: 'token_dead' } });
    expect(await consent.refresh(tokens)).toMatchObject({ problem: { kind: 'token_dead' } });
    expect(await consent.refresh({ ...tokens, refreshToken: null })).toMatchObject({
      problem: { kind: 'token_dead' },
    });
    expect(unwrap(await consent.revoke(tokens))).toBeNull();
    expect(await consent.whoAmI(old)).toMatchObject({ problem: { kind: 'denied' } });
  });

  test.each<[string, ProblemKind]>([
    ['server-error', 'transient'],
    ['analytics-proxy', 'transient'],
    ['analytics-keys', 'misconfigured'],
    ['analytics-quota', 'quota'],
  ])('%s is a problem of kind %s', async (file, kind) => {
    expect(await (await consentOf(file)).exchangeCode(grant)).toMatchObject({ ok: false, problem: { kind } });
  });
});

describe('analytics of the TikTok for Business simulator', () => {
  let simulated: SimulatedPlatforms;
  beforeAll(async () => {
    simulated = await startSimulatedPlatforms({ limits: { tiktokBusinessPerAccount: 3 } });
  });
  afterAll(() => simulated.simulator.stop());

  const adapter = () => simulated.adapters.posts('tiktok')!;

  /** Connects an account to the app for Business and returns the access with which its posts are read. */
  async function released(handle: string, withhold?: string) {
    const consent = adapter().analyticsConsent!;
    const redirectUri = 'http://localhost:3000/api/connections/callback/tiktok/analytics/';
    const page = consent.authorizeUrl({ redirectUri, state: 's', codeVerifier: '' });
    const code = (await decide(page, 'allow', handle, withhold)).searchParams.get('code')!;
    const tokens = unwrap(await consent.exchangeCode({ code, redirectUri, codeVerifier: '' }));
    const account = unwrap(await consent.whoAmI(tokens));
    return { consent, tokens, account, access: { ...account, accessToken: tokens.accessToken } };
  }
  const read = (
    { access }: Awaited<ReturnType<typeof released>>,
    post: { id: string; postedAt: Date },
    since: ReleasedStretch | null = null,
  ) =>
    adapter().readAnalytics!(access, {
      postId: post.id,
      postedAt: post.postedAt,
      since: since?.toAt ?? null,
      known: since && figuresOf(since),
    });

  test('a consent has its own id for the account, and its tokens are renewed together until they are revoked', async () => {
    const { consent, tokens, account } = await released('ada');
    expect(account.handle).toBe('ada');
    const connected = await accessOf(simulated.adapters, 'tiktok', 'ada');
    expect(account.externalId).not.toBe(connected.externalId);
    expect(tokens.scopes!.split(' ')).toContain('video.insights');
    const renewed = unwrap(await consent.refresh(tokens));
    expect(renewed.accountId).toBe(account.externalId);
    expect(await consent.refresh(tokens)).toMatchObject({ problem: { kind: 'token_dead' } });
    expect(unwrap(await consent.revoke(renewed))).toBeNull();
    expect(await consent.whoAmI(renewed)).toMatchObject({ problem: { kind: 'token_dead' } });
    expect(unwrap(await consent.revoke(renewed))).toBeNull();
    const none = { code: 'used', redirectUri: 'http://localhost:3000/', codeVerifier: '' };
    expect(await consent.exchangeCode(none)).toMatchObject({ problem: { kind: 'token_dead' } });
  });

  test('figures grow from day to day and describe the audience', async () => {
    const { simulator, clock } = simulated;
    const post = await simulator.createPost({ platform: 'tiktok', handle: 'bea', views: 20_000 });
    clock.advanceHours(20);
    expect(unwrap(await read(await released('bea'), post))).toEqual([]);
    clock.advanceHours(52);
    const [first] = unwrap(await read(await released('bea'), post));
    expect(first).toMatchObject({ fromAt: post.postedAt, engagedViews: null, devices: null });
    expect(clock.now().getTime() - first!.toAt.getTime()).toBeGreaterThanOrEqual(24 * 3_600_000);
    expect(first!.watchSeconds! / first!.views).toBeGreaterThan(1);
    expect(first!.trafficSources!.recommended).toBeGreaterThan(0.5);
    expect(first!.views / first!.reach!).toBeGreaterThan(1);
    clock.advanceHours(24);
    const account = await released('bea');
    const [next] = unwrap(await read(account, post, first!));
    expect(next!.fromAt).toEqual(first!.toAt);
    expect(next!.toAt.getTime() - first!.toAt.getTime()).toBe(24 * 3_600_000);
    expect(unwrap(await read(account, post, next!))).toEqual([]);
  });

  test('a quiet post and an account without Analytics show only their counts', async () => {
    const { simulator, clock } = simulated;
    const still = [{ hours: 1, views: 3_000, likes: 90, comments: 1, shares: 1 }];
    const quiet = await simulator.createPost({ platform: 'tiktok', handle: 'cem', curve: still });
    clock.advanceHours(24 * 10);
    expect(unwrap(await read(await released('cem'), quiet))).toEqual([]);
    await simulator.ensureAccount({ platform: 'tiktok', handle: 'dan', professional: false });
    const post = await simulator.createPost({ platform: 'tiktok', handle: 'dan', views: 20_000 });
    clock.advanceHours(72);
    expect(unwrap(await read(await released('dan'), post))).toEqual([]);
  });

  test('refuses without the permission, for other people’s posts, beyond the quota, in a fault and with a dead token', async () => {
    const { simulator, clock } = simulated;
    const post = await simulator.createPost({ platform: 'tiktok', handle: 'eve', views: 5_000 });
    clock.advanceHours(72);
    expect(await read(await released('eve', 'video.insights'), post)).toMatchObject({
      problem: { kind: 'denied' },
    });
    expect(await read(await released('bob'), post)).toMatchObject({ problem: { kind: 'gone' } });
    clock.advanceHours(1);
    const account = await released('eve');
    let last = await read(account, post);
    for (let i = 0; last.ok && i < 10; i++) last = await read(account, post);
    expect(last).toMatchObject({ problem: { kind: 'quota', quotaOf: 'account' } });
    clock.advanceHours(1);
    await simulator.setFault({ service: 'tiktok-business', mode: 'rate-limited', minutes: 5 });
    expect(await read(account, post)).toMatchObject({ problem: { kind: 'quota', quotaOf: 'account' } });
    for (const mode of ['down', 'garbled', 'garbled', 'garbled'] as const) {
      await simulator.setFault({ service: 'tiktok-business', mode, minutes: 5 });
      expect(await read(account, post)).toMatchObject({ problem: { kind: 'transient' } });
    }
    await simulator.setFault({ service: 'tiktok-business', mode: 'ok', minutes: 1 });
    await account.consent.revoke(account.tokens);
    expect(await read(account, post)).toMatchObject({ problem: { kind: 'token_dead' } });
  });
});
