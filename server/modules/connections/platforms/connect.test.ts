import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accessOf,
  consent,
  type SimulatedPlatforms,
  startSimulatedPlatforms,
  unwrap,
} from '#server/testing/simulated-platforms.ts';
import { decide } from '#simulator/trial.ts';

let simulated: SimulatedPlatforms;
beforeAll(async () => {
  simulated = await startSimulatedPlatforms();
});
afterAll(() => simulated.simulator.stop());

const platforms = ['youtube', 'tiktok', 'instagram', 'twitch'] as const;

test.each(platforms)('a person connects %s and is recognised by a stable id', async (platform) => {
  const { simulator, adapters, clock } = simulated;
  await simulator.ensureAccount({ platform, handle: 'ada', followers: 4_321, displayName: 'Ada L' });
  const adapter = adapters.connect(platform)!;
  const first = await consent(adapter, 'Ada');
  expect(first.accessTokenExpiresAt.getTime()).toBeGreaterThan(clock.now().getTime());
  const account = unwrap(await adapter.whoAmI(first.accessToken));
  expect(account).toMatchObject({ handle: 'ada', displayName: 'Ada L' });
  const again = await consent(adapter, 'ada');
  expect(unwrap(await adapter.whoAmI(again.accessToken)).externalId).toBe(account.externalId);
});

test('reads follower counts if the platform reports them', async () => {
  const followers = async (platform: (typeof platforms)[number]) => {
    const adapter = simulated.adapters.connect(platform)!;
    const { accessToken } = await consent(adapter, 'ada');
    return unwrap(await adapter.whoAmI(accessToken)).followers;
  };
  expect(await followers('tiktok')).toBe(4_321);
  expect(await followers('instagram')).toBe(4_321);
  expect(await followers('youtube')).toBe(4_320);
  expect(await followers('twitch')).toBeNull();
});

test.each(platforms)('refreshes live %s tokens and recognizes dead ones', async (platform) => {
  const { adapters, clock } = simulated;
  const adapter = adapters.connect(platform)!;
  const tokens = await consent(adapter, 'ada');
  if (platform === 'instagram') clock.advanceHours(25);
  const fresh = unwrap(await adapter.refresh(tokens));
  expect((await adapter.whoAmI(fresh.accessToken)).ok).toBe(true);
  clock.advanceHours(61 * 24);
  expect(await adapter.whoAmI(fresh.accessToken)).toMatchObject({ problem: { kind: 'token_dead' } });
});

test('an old TikTok refresh token is dead once it was used', async () => {
  const adapter = simulated.adapters.connect('tiktok')!;
  const tokens = await consent(adapter, 'ada');
  const fresh = unwrap(await adapter.refresh(tokens));
  expect(await adapter.refresh(tokens)).toMatchObject({ problem: { kind: 'token_dead' } });
  expect((await adapter.refresh(fresh)).ok).toBe(true);
});

test.each(['youtube', 'tiktok', 'twitch'] as const)(
  '%s forgets a revoked token, and a second revocation is no problem',
  async (platform) => {
    const adapter = simulated.adapters.connect(platform)!;
    const tokens = await consent(adapter, 'ada');
    expect((await adapter.revoke(tokens)).ok).toBe(true);
    expect(await adapter.whoAmI(tokens.accessToken)).toMatchObject({ problem: { kind: 'token_dead' } });
    expect((await adapter.revoke(tokens)).ok).toBe(true);
  },
);

test('sends TikTok no challenge from a web app, and one in hex from an app on this machine', async () => {
  const adapter = simulated.adapters.connect('tiktok')!;
  const redirectUri = 'https://clips.example/api/connections/callback/tiktok';
  const grant = { redirectUri, codeVerifier: 'v' };
  const back = await decide(adapter.authorizeUrl({ ...grant, state: 's' }), 'allow', 'ada');
  unwrap(await adapter.exchangeCode({ ...grant, code: back.searchParams.get('code')! }));
  const challengeFor = (redirectUri: string) =>
    new URL(adapter.authorizeUrl({ redirectUri, state: 's', codeVerifier: 'v' })).searchParams.get(
      'code_challenge',
    );
  expect(challengeFor(redirectUri)).toBeNull();
  expect(challengeFor('http://localhost:3000/api/connections/callback/tiktok')).toMatch(/^[0-9a-f]{64}$/);
});

test.each(platforms)('refuses a made-up code of %s as dead', async (platform) => {
  const adapter = simulated.adapters.connect(platform)!;
  const grant = { code: 'made-up', redirectUri: 'http://localhost:3000/x', codeVerifier: 'v' };
  expect(await adapter.exchangeCode(grant)).toMatchObject({ problem: { kind: 'token_dead' } });
});

test('refuses accounts that can have no readable posts', async () => {
  const { simulator, adapters } = simulated;
  for (const platform of ['youtube', 'instagram'] as const) {
    await simulator.ensureAccount({ platform, handle: 'lurker', professional: false });
    const adapter = adapters.connect(platform)!;
    const { accessToken } = await consent(adapter, 'lurker');
    expect(await adapter.whoAmI(accessToken)).toMatchObject({ problem: { kind: 'denied' } });
  }
});

test('tokens become invalid when the person removes the app at the platform', async () => {
  const { simulator, adapters } = simulated;
  const access = await accessOf(adapters, 'tiktok', 'leaver');
  await simulator.disconnect('tiktok', access.externalId);
  expect(await adapters.connect('tiktok')!.refresh(access.tokens)).toMatchObject({
    problem: { kind: 'token_dead' },
  });
});
