import { opaque } from './ids.ts';
import { makeAccountId } from './platforms.ts';
import { seedFrom, streamOf } from './random.ts';
import type { Account, Platform, WorldState } from './state.ts';
import type { ConsentTargets, StripeTarget } from './webhook-targets.ts';

export interface Clock {
  now(): Date;
}

/** Limits of the real platforms; tests that need room or want to hit them set their own. */
export interface Limits {
  /** Units per key and Pacific day, for each of YouTube's two buckets. */
  youtubeUnitsPerDay: number;
  /** Requests per token's app, endpoint and sliding minute at TikTok. */
  tiktokRequestsPerMinute: number;
}

/** What every part of the simulator works on. */
export interface World {
  state: WorldState;
  clock: Clock;
  limits: Limits;
  /** Where Stripe's messages go; null: nowhere. */
  stripeTarget: StripeTarget | null;
  /** Where the platforms tell that a consent ended. */
  consentTargets: ConsentTargets;
  /** Resolves when the present state can survive a crash. */
  save(): Promise<void>;
}

export interface AccountInput {
  platform: Platform;
  handle: string;
  displayName?: string;
  bio?: string;
  followers?: number;
  createdAt?: Date;
  professional?: boolean;
}

/** A token or code that nobody has seen before. */
export function nextOpaque(world: World, what: string, length: number): string {
  world.state.made += 1;
  return opaque(streamOf(world.state.seed, what, world.state.made), length);
}

/** The id that a platform gives one reply in its log. */
export function logId(world: World): string {
  return opaque(streamOf('log', world.clock.now().getTime()), 32);
}

const handleForm = /^[a-z0-9](?:[a-z0-9._-]{0,28}[a-z0-9_])?$/;

/** Handle as platforms compare it (no @, lower case), or null when no platform would allow it. */
export function normalHandle(handle: string): string | null {
  const normal = handle.trim().replace(/^@/, '').toLowerCase();
  return handleForm.test(normal) ? normal : null;
}

/** The account of that handle, made when it does not exist; facts that are given replace the present ones. Throws a RangeError on an impossible handle. */
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
  // The handle alone decides the account: a second simulator with the same seed knows the same people.
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
