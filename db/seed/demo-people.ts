import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConnectablePlatform } from '#contract/platforms.ts';
import { DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';
import { finishConnection, startConnection } from '#server/modules/connections/connections.ts';
import { importPoster, importSource } from '#server/modules/media/media.ts';
import { videoFolder } from '#simulator/videos.ts';
import { otherClippers } from './demo-listings.ts';
import type { DemoWorld } from './demo-world.ts';

export interface DemoPeople {
  hostId: string;
  clipperId: string;
  sourceMediaId: string;
  /** Other clippers by username. */
  others: Record<string, string>;
  /** Connections by person and platform: `${userId} ${platform}`. */
  connections: Record<string, { id: string; handle: string }>;
  /** The stored poster of a simulated post, one for all clips of a person that show the same. */
  posterOf(clipperId: string, posterUrl: string): Promise<string>;
}

const HOST = 'marlow';
const CLIPPER = 'tess_cuts';
const SOURCE = fileURLToPath(new URL('./source.mp4', import.meta.url));

/** Profiles, connected accounts, payment e-mails and the source video of everyone in the demo. */
export async function makePeople(world: DemoWorld, now: Date): Promise<DemoPeople> {
  const { db, demoIds } = world;
  const since = new Date(now.getTime() - 100 * DAY);
  await addProfile(db, demoIds.host, await freeName(db, HOST), since);
  await addProfile(db, demoIds.clipper, await freeName(db, CLIPPER), since);
  const others: DemoPeople['others'] = {};
  for (const username of otherClippers) others[username] = await addClipper(db, username, since);

  const connections: DemoPeople['connections'] = {};
  const connect = async (userId: string, platform: ConnectablePlatform, handle: string): Promise<void> => {
    connections[`${userId} ${platform}`] = {
      id: await connectAccount(world, { userId, platform, handle, now, since }),
      handle,
    };
  };
  await connect(demoIds.host, 'youtube', HOST);
  for (const platform of ['tiktok', 'youtube', 'instagram'] as const) {
    await connect(demoIds.clipper, platform, CLIPPER);
  }
  for (const [username, id] of Object.entries(others)) await connect(id, 'tiktok', username);
  for (const id of [demoIds.clipper, ...Object.values(others)]) await addPayoutAddress(db, id, since);
  const sourceMediaId = await importSource(world, demoIds.host, SOURCE, now);
  const posterOf = postersOf(world, now);
  return { hostId: demoIds.host, clipperId: demoIds.clipper, sourceMediaId, others, connections, posterOf };
}

function postersOf(world: DemoWorld, now: Date): DemoPeople['posterOf'] {
  const stored = new Map<string, Promise<string>>();
  return (clipperId, posterUrl) => {
    const key = `${clipperId} ${posterUrl}`;
    const file = join(videoFolder, basename(posterUrl));
    const poster = stored.get(key) ?? importPoster(world, clipperId, file, now);
    stored.set(key, poster);
    return poster;
  };
}

/** The name, or its next number: a visitor may have renamed a demo account, and somebody else taken what it had. */
async function freeName(db: Database, name: string): Promise<string> {
  const rows = await db
    .selectFrom('profiles')
    .select('username')
    .where('username', 'like', `${name}%`)
    .execute();
  const taken = new Set(rows.map(({ username }) => username));
  let nth = 1;
  const candidate = () => (nth === 1 ? name : `${name}_${nth}`);
  while (taken.has(candidate())) nth++;
  return candidate();
}

async function addProfile(db: Database, userId: string, username: string, since: Date): Promise<void> {
  await db
    .insertInto('profiles')
    .values({
      user_id: userId,
      username,
      full_name: username,
      onboarding_completed_at: since,
      created_at: since,
    })
    .onConflict((oc) => oc.column('user_id').doNothing())
    .execute();
}

/** A person with no password: part of the demo's history, never signing in. */
async function addClipper(db: Database, username: string, since: Date): Promise<string> {
  const id = newId();
  await db
    .insertInto('users')
    .values({
      id,
      email: `${id}@people.permille.example`,
      email_verified: true,
      name: username,
      role: 'clipper',
      age_confirmed_at: since,
      created_at: since,
      updated_at: since,
    })
    .execute();
  await addProfile(db, id, username, since);
  return id;
}

async function addPayoutAddress(db: Database, userId: string, since: Date): Promise<void> {
  await db
    .insertInto('payout_countries')
    .values({ user_id: userId, country: 'US', set_at: since })
    .onConflict((oc) => oc.column('user_id').doNothing())
    .execute();
  await db
    .insertInto('payout_addresses')
    .values({
      user_id: userId,
      email: `payouts-${userId.slice(-6)}@people.permille.example`,
      usable_at: since,
      set_at: since,
    })
    .onConflict((oc) => oc.column('user_id').doNothing())
    .execute();
}

interface AccountToConnect {
  userId: string;
  platform: ConnectablePlatform;
  handle: string;
  /** Its tokens count from then. */
  now: Date;
  /** Before the first listing and clip: only connected accounts have them. */
  since: Date;
}

/** Goes through the simulator's consent page as a browser would. */
async function connectAccount(
  { connect: deps }: DemoWorld,
  { userId, platform, handle, now, since }: AccountToConnect,
): Promise<string> {
  const started = await startConnection(deps, { userId, platform, returnTo: '/dashboard', now });
  if (!('authorizeUrl' in started)) throw new Error(`${platform} is not available to the demo`);
  const consent = await fetch(started.authorizeUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'allow', handle }),
  });
  const back = new URL(consent.headers.get('location') ?? '');
  const { refusal } = await finishConnection(deps, {
    userId,
    platform,
    state: back.searchParams.get('state') ?? '',
    code: back.searchParams.get('code'),
    now,
  });
  if (refusal) throw new Error(`${platform} was not connected for the demo: ${refusal}`);
  const row = await deps.db
    .updateTable('connections')
    .set({ connected_at: since })
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('state', '=', 'active')
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
