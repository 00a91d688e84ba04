import { z } from 'zod';
import { opaque } from './ids.ts';
import { makeAccountId } from './platforms.ts';
import { seedFrom, streamOf } from './random.ts';
import { type Account, type Platform, platformName, type WorldState } from './state.ts';
import type { ConsentTargets, StripeTarget } from './webhook-targets.ts';

export interface Clock {
  now(): Date;
}

/** Limits of the real platforms; tests can set others. */
export interface Limits {
  /** Units per API key and day in California, for each of YouTube's two buckets. */
  youtubeUnitsPerDay: number;
  /** Requests to TikTok per app, endpoint and sliding minute. */
  tiktokRequestsPerMinute: number;
  /** Limits of TikTok's API for Business: per app, and per account and endpoint. */
  tiktokBusinessPerMinute: number;
  tiktokBusinessPerAccount: number;
}

/** The state and services that all parts of the simulator share. */
export interface World {
  state: WorldState;
  clock: Clock;
  limits: Limits;
  /** Random errors; null when there are none. */
  randomErrors: RandomErrors | null;
  /** The origin to which consents may redirect; null when they may redirect anywhere. */
  appOrigin: string | null;
  /** URL of the poster folder for servers; empty until the simulator listens. */
  posters: string;
  /** The receiver of Stripe's webhooks; null without one. */
  stripeTarget: StripeTarget | null;
  /** Receivers of the platforms' reports of a removed consent. */
  consentTargets: ConsentTargets;
  /** Resolves when the current state is on disk, so that it survives a crash. */
  save(): Promise<void>;
}

/**
 * Random errors that end without help, for this share of calls. The same seed and order of calls gives the
 * same errors.
 */
export interface RandomErrors {
  seed: number;
  share: number;
  /**
   * Absent or `passing` for errors that end without help. `undue` adds others that are no certain sign that a
   * post or an account is at fault.
   */
  of?: 'passing' | 'undue';
}

export const accountInput = z.strictObject({
  platform: platformName,
  handle: z.string(),
  displayName: z.string().optional(),
  bio: z.string().optional(),
  followers: z.number().int().min(0).optional(),
  createdAt: z.coerce.date().optional(),
  professional: z.boolean().optional(),
});
export type AccountInput = z.infer<typeof accountInput>;

/** Makes a new unique token or code. */
export function nextOpaque(world: World, what: string, length: number): string {
  world.state.made += 1;
  return opaque(streamOf(world.state.seed, what, world.state.made), length);
}

/** Returns the log id of a platform's reply. */
export function logId(world: World): string {
  return opaque(streamOf('log', world.clock.now().getTime()), 32);
}

const handleForm = /^[a-z0-9](?:[a-z0-9._-]{0,28}[a-z0-9_])?$/;

/** Returns a handle in normal form (no @, lower case), or null when no platform allows it. */
export function normalHandle(handle: string): string | null {
  const normal = handle.trim().replace(/^@/, '').toLowerCase();
  return handleForm.test(normal) ? normal : null;
}

/**
 * Finds or creates the account with this handle; given fields overwrite existing ones. Throws a RangeError
 * for an invalid handle.
 */
export function ensureAccount(world: World, input: AccountInput): Account {
  const handle = normalHandle(input.handle);
  if (handle === null)
    throw new RangeError('A handle has 1 to 30 letters, digits, dots, dashes or underscores.');
  const known = world.state.accounts.find(
    (account) => account.platform === input.platform && account.handle === handle,
  );
  const account = known ?? makeAccount(world, input.platform, handle);
  if (known === undefined) world.state.accounts.push(account);
  account.displayName = input.displayName ?? account.displayName;
  account.bio = input.bio ?? account.bio;
  account.followers = input.followers ?? account.followers;
  account.createdAt = input.createdAt?.toISOString() ?? account.createdAt;
  account.professional = input.professional ?? account.professional;
  return account;
}

function makeAccount(world: World, platform: Platform, handle: string): Account {
  // The numbers depend on the handle alone, so that simulators with the same seed agree on accounts.
  const stream = streamOf(world.state.seed, platform, handle);
  const ageDays = 200 + Math.floor(stream() * 1500);
  return {
    platform,
    id: makeAccountId[platform](stream),
    handle,
    displayName: handle,
    bio: '',
    followers: 200 + (seedFrom(platform, handle) % 40_000),
    createdAt: new Date(world.clock.now().getTime() - ageDays * 86_400_000).toISOString(),
    professional: true,
  };
}

export function accountById(world: World, platform: Platform, id: string): Account | undefined {
  return world.state.accounts.find((account) => account.platform === platform && account.id === id);
}
