import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import type {
  Access,
  Answer,
  ConnectAdapter,
  TokenSet,
} from '#server/modules/connections/platforms/adapter.ts';
import {
  type Adapters,
  createAdapters,
  type PlatformKeys,
  simulatorKeys,
} from '#server/modules/connections/platforms/adapters.ts';
import { platformEndpoints } from '#server/modules/connections/platforms/services.ts';
import type { Simulator } from '#simulator/simulator.ts';
import { decide, redirectUri, startTrial, type TestClock } from '#simulator/trial.ts';

export interface SimulatedPlatforms {
  simulator: Simulator;
  clock: TestClock;
  adapters: Adapters;
}

/** Returns adapters of every platform on a new simulator with a stopped clock. */
export async function startSimulatedPlatforms(
  options: Parameters<typeof startTrial>[0] = {},
  keys: PlatformKeys = simulatorKeys,
): Promise<SimulatedPlatforms> {
  const { simulator, clock } = await startTrial(options);
  const adapters = createAdapters(keys, platformEndpoints({}, simulator.urls), clock, {
    timeoutMs: 2_000,
  });
  return { simulator, clock, adapters };
}

/** Returns the value; fails the test with the problem if there is one. */
export function unwrap<T>(given: Answer<T>): T {
  if (!given.ok) throw new Error(`${given.problem.kind}: ${given.problem.detail}`);
  return given.value;
}

/** Consents as a person does and exchanges the code. */
export async function consent(
  adapter: ConnectAdapter,
  handle: string,
  withAnalytics = false,
): Promise<TokenSet> {
  const codeVerifier = 'verifier-of-at-least-forty-three-characters-000';
  const page = adapter.authorizeUrl({ redirectUri, state: 's', codeVerifier, withAnalytics });
  const back = await decide(page, 'allow', handle);
  const code = back.searchParams.get('code') ?? '';
  return unwrap(await adapter.exchangeCode({ code, redirectUri, codeVerifier }));
}

/** Returns the access to a connected account of that handle. */
export async function accessOf(
  adapters: Adapters,
  platform: ConnectablePlatform,
  handle: string,
  withAnalytics = false,
): Promise<Access & { tokens: TokenSet }> {
  const adapter = adapters.connect(platform)!;
  const tokens = await consent(adapter, handle, withAnalytics);
  const account = unwrap(await adapter.whoAmI(tokens.accessToken));
  return { accessToken: tokens.accessToken, externalId: account.externalId, handle: account.handle, tokens };
}
