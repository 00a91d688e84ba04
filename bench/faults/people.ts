import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { findRunning } from '#server/infra/running-database.ts';
import type { Database } from '#server/infra/transaction.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { createActor, type TestActor } from '#server/testing/actor.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';

const HOSTS = 6;
const CLIPPERS = 6;
const BUDGET_CENTS = 100_000;
const VIEWS_AT_FIRST = 20_000;

export interface People {
  hosts: TestActor[];
  clippers: (TestActor & { clipId: string })[];
  admin: TestActor;
  /** The admin who agrees to acts that take two admins. */
  secondAdmin: TestActor;
}

/**
 * Connects to the database of the server in this data folder. The database's address changes with every
 * start.
 */
export async function withDatabase<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = createDatabase(findRunning(dataDir)!.appUrl, { max: 2 });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/**
 * Creates hosts with a channel, and clippers with $40.00 available, a payout address and a clip that still
 * earns.
 */
export async function arrangePeople(db: Database, now: Date): Promise<People> {
  const admin = await createActor(db, { role: 'admin' });
  const secondAdmin = await createActor(db, { role: 'admin' });
  const people: People = { hosts: [], clippers: [], admin, secondAdmin };
  for (let n = 0; n < HOSTS; n++) {
    const host = await createActor(db, { role: 'host', username: `host_${n}` });
    await db
      .insertInto('connections')
      .values({
        id: host.sessionId,
        user_id: host.accountId,
        platform: 'youtube',
        external_id: host.userId,
        handle: 'channel',
        display_name: 'Channel',
        state: 'active',
        connected_at: now,
      })
      .execute();
    people.hosts.push(host);
  }
  const approvedAt = after(now, -3 * DAY);
  for (let n = 0; n < CLIPPERS; n++) {
    const clipper = await createActor(db, { role: 'clipper', username: `clipper_${n}` });
    const address = {
      user_id: clipper.accountId,
      email: `clipper${n}@people.example`,
      usable_at: now,
      set_at: now,
    };
    await db.insertInto('payout_addresses').values(address).execute();
    const { id: listingId } = await testListing(db, approvedAt, { budgetCents: BUDGET_CENTS });
    const clip = { listingId, clipperId: clipper.accountId, approvedAt, views: VIEWS_AT_FIRST };
    people.clippers.push({ ...clipper, clipId: await testClip(db, clip) });
  }
  await settle(db, after(approvedAt, HOUR));
  await releaseDue(db, now);
  return people;
}

/** Changes the views of every clip, so that the server settles them under the load. */
export async function countClips(db: Database, { clippers }: People, views: number, at: Date): Promise<void> {
  for (const { clipId } of clippers) await count(db, clipId, views, at, { band: 'clean' });
}
