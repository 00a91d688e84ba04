import { join, parse } from 'node:path';
import { sql } from 'kysely';
import { type AccountId, personalAccount, type UserId } from '#contract/accounts/ids.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';
import { finishConnection, startConnection } from '#server/modules/connections/connections.ts';
import { importPoster, importSource } from '#server/modules/media/media.ts';
import { posterSize, videoFolder } from '#simulator/videos.ts';
import { clipPlatforms, otherClippers } from './demo-listings.ts';
import { sourceFile } from './demo-sources.ts';
import type { DemoWorld } from './demo-world.ts';
import { personOf } from './person-of.ts';

export interface DemoPeople {
  hostId: AccountId;
  clipperId: AccountId;
  sourceMediaId: string;
  /** Ids of everybody else by username. */
  others: Record<string, AccountId>;
  /** Connections by person and platform: `${accountId} ${platform}`. */
  connections: Record<string, { id: string; handle: string }>;
  /**
   * Returns the stored poster of a simulated post. A person's clips with the same picture share one poster.
   */
  posterOf(ownerId: AccountId, posterUrl: string): Promise<string>;
}

const HOST = 'marlow';
const CLIPPER = 'tess_cuts';
/** The number of connections that are made at once. */
const AT_ONCE = 8;

/** Creates the profiles, connected accounts, payment e-mails and the source video of everyone in the demo. */
export async function makePeople(world: DemoWorld, now: Date): Promise<DemoPeople> {
  const { db, demoIds } = world;
  const since = new Date(now.getTime() - 100 * DAY);
  const own = [
    { id: personOf(demoIds.host), username: HOST },
    { id: personOf(demoIds.clipper), username: CLIPPER },
  ];
  const clippers = otherClippers.map((username) => ({
    id: newId<UserId>(),
    username,
    role: 'clipper' as const,
  }));
  await addUsers(db, clippers, since);
  await signedUpAt(db, own, since);
  await addProfiles(db, [...own, ...clippers], since);
  await addPayoutAddresses(db, [demoIds.clipper, ...clippers.map(({ id }) => personalAccount(id))], since);
  const accounts: DemoAccount[] = [
    { accountId: demoIds.host, platform: 'youtube', handle: HOST },
    ...clipPlatforms.map((platform) => ({ accountId: demoIds.clipper, platform, handle: CLIPPER })),
    ...clippers.map(({ id, username }) => ({
      accountId: personalAccount(id),
      platform: 'tiktok' as const,
      handle: username,
    })),
  ];
  return {
    hostId: demoIds.host,
    clipperId: demoIds.clipper,
    sourceMediaId: await importSource(world, demoIds.host, sourceFile(HOST), now),
    others: Object.fromEntries(clippers.map(({ username, id }) => [username, personalAccount(id)])),
    connections: await connectAll(world, accounts, { now, since }),
    posterOf: postersOf(world, now),
  };
}

function postersOf(world: DemoWorld, now: Date): DemoPeople['posterOf'] {
  const stored = new Map<string, Promise<string>>();
  return (ownerId, posterUrl) => {
    const key = `${ownerId} ${posterUrl}`;
    const path = join(videoFolder, parse(posterUrl).name);
    const shipped = { full: `${path}.jpg`, small: `${path}.small.webp`, ...posterSize };
    const poster = stored.get(key) ?? importPoster(world, ownerId, shipped, now);
    stored.set(key, poster);
    return poster;
  };
}

interface DemoUser {
  id: UserId;
  username: string;
  role: 'host' | 'clipper';
}

/** Adds people without a password, who are part of the demo's history and never sign in. */
export async function addUsers(db: Database, users: DemoUser[], since: Date): Promise<void> {
  await db
    .insertInto('users')
    .values(
      users.map(({ id, username, role }) => ({
        id,
        email: `${username}@people.permille.example`,
        email_verified: true,
        name: username,
        role,
        age_confirmed_at: since,
        created_at: since,
        updated_at: since,
      })),
    )
    .execute();
}

/** Sets the demo accounts' sign-up time, because they are created today but their history began earlier. */
async function signedUpAt(db: Database, own: readonly { id: UserId }[], since: Date): Promise<void> {
  const ids = own.map(({ id }) => id);
  await db.updateTable('users').set({ created_at: since }).where('id', 'in', ids).execute();
  await db
    .updateTable('accounts')
    .set({ created_at: since })
    .where('id', 'in', ids.map(personalAccount))
    .execute();
}

export async function addProfiles(
  db: Database,
  users: Pick<DemoUser, 'id' | 'username'>[],
  since: Date,
): Promise<void> {
  const nameOf = await freeNames(
    db,
    users.map(({ username }) => username),
  );
  await db
    .insertInto('profiles')
    .values(
      users.map(({ id, username }) => ({
        user_id: personalAccount(id),
        username: nameOf(username),
        full_name: nameOf(username),
        onboarding_completed_at: since,
        created_at: since,
      })),
    )
    .onConflict((oc) => oc.column('user_id').doNothing())
    .execute();
}

/**
 * Returns a function that adds a number to taken names, because a visitor may have renamed a demo account and
 * another visitor taken its name.
 */
async function freeNames(db: Database, names: string[]): Promise<(name: string) => string> {
  const { rows } = await sql<{ username: string }>`
    select username from profiles where username ~ ('^(' || ${names.join('|')} || ')(_[0-9]+)?$')`.execute(
    db,
  );
  const taken = new Set(rows.map(({ username }) => username));
  return (name) => {
    let nth = 1;
    const candidate = () => (nth === 1 ? name : `${name}_${nth}`);
    while (taken.has(candidate())) nth++;
    return candidate();
  };
}

export async function addPayoutAddresses(db: Database, accountIds: AccountId[], since: Date): Promise<void> {
  await db
    .insertInto('payout_countries')
    .values(accountIds.map((user_id) => ({ user_id, country: 'US', set_at: since })))
    .onConflict((oc) => oc.column('user_id').doNothing())
    .execute();
  await db
    .insertInto('payout_addresses')
    .values(
      accountIds.map((user_id) => ({
        user_id,
        email: `payouts-${user_id.slice(-6)}@people.permille.example`,
        usable_at: since,
        set_at: since,
      })),
    )
    .onConflict((oc) => oc.column('user_id').doNothing())
    .execute();
}

interface DemoAccount {
  accountId: AccountId;
  platform: ConnectablePlatform;
  handle: string;
}

interface Connecting {
  /** When the tokens were issued. */
  now: Date;
  /** When the accounts were connected: before the first listing and clip, which require it. */
  since: Date;
}

export async function connectAll(
  world: DemoWorld,
  accounts: readonly DemoAccount[],
  when: Connecting,
): Promise<DemoPeople['connections']> {
  const connections: DemoPeople['connections'] = {};
  const waiting = [...accounts];
  while (waiting.length > 0) {
    await Promise.all(waiting.splice(0, AT_ONCE).map((account) => connectAccount(world, account, when)));
  }
  const rows = await world.db
    .updateTable('connections')
    .set({ connected_at: when.since })
    .where(
      'user_id',
      'in',
      accounts.map(({ accountId }) => accountId),
    )
    .where('state', '=', 'active')
    .returning(['id', 'user_id', 'platform', 'handle'])
    .execute();
  for (const { id, user_id, platform, handle } of rows)
    connections[`${user_id} ${platform}`] = { id, handle };
  return connections;
}

/** Completes the simulator's consent page as a browser does. */
async function connectAccount(
  { connect: deps, simulator }: DemoWorld,
  { accountId, platform, handle }: DemoAccount,
  { now }: Connecting,
): Promise<void> {
  const started = await startConnection(deps, { accountId, platform, returnTo: '/dashboard', now });
  if (!('authorizeUrl' in started)) throw new Error(`${platform} is not available to the demo`);
  const consent = await fetch(simulator.reachable(started.authorizeUrl), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'allow', handle }),
  });
  const back = new URL(consent.headers.get('location') ?? '');
  const { refusal } = await finishConnection(deps, {
    accountId,
    userId: personOf(accountId),
    platform,
    state: back.searchParams.get('state') ?? '',
    code: back.searchParams.get('code'),
    now,
  });
  if (refusal) throw new Error(`${platform} was not connected for the demo: ${refusal}`);
}
