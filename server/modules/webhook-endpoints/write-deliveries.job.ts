import { sql } from 'kysely';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { forgetRestored, isOfOtherDatabase, isUnseen } from '#server/modules/events/events.ts';

/** As of a database in which nothing has been written yet. */
const BEGINNING = sql`'1:1:'::pg_snapshot`;
const position = sql`p.snapshot`;

/**
 * Turns events into deliveries. Up to where that is done is a snapshot, moved by the statement that writes them, so that no
 * event is skipped and none is written twice, whatever commits late and whoever stops where.
 */
export function writeDeliveries(db: Database): Job {
  return {
    name: 'webhook-endpoints.write-deliveries',
    async run(now) {
      if (!(await isAnyEndpoint(db))) return;
      const { isOther, isNew } = await lookAhead(db);
      if (isOther) await beginAnew(db);
      else if (isNew) await transact(db, (tx) => writeNew(tx, now));
    },
  };
}

async function isAnyEndpoint(db: Database): Promise<boolean> {
  const found = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('state', '=', 'enabled')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Without a lock, so that a second without events costs nothing. */
async function lookAhead(db: Database): Promise<{ isOther: boolean; isNew: boolean }> {
  const { rows } = await sql<{ isOther: boolean; isNew: boolean }>`
    select ${isOfOtherDatabase(position)} as "isOther",
      exists (select from events where ${isUnseen(position)}) as "isNew"
    from webhook_positions p`.execute(db);
  return rows[0]!;
}

/** Locked in a statement of its own: the next one then sees what whoever had the lock has committed. */
async function lockPosition(tx: Tx): Promise<void> {
  await sql`select from webhook_positions for update`.execute(tx);
}

async function writeNew(tx: Tx, now: Date): Promise<void> {
  await lockPosition(tx);
  await sql`
    with written as (
      insert into webhook_deliveries
        (endpoint_id, event_id, kind, occurred_at, subject_id, submission_id, listing_id, next_attempt_at, created_at)
      select e.id, events.id, events.kind, events.at, events.subject_id, events.submission_id, events.listing_id,
        ${now}, ${now}
      from webhook_positions p
      join events on ${isUnseen(position)}
      cross join lateral unnest(events.readers) as reader (id)
      join webhook_endpoints e on e.owner_id = reader.id and events.kind = any(e.kinds) and e.state = 'enabled'
        and not pg_visible_in_snapshot(events.xid, e.listens_from)
      join users u on u.id = e.owner_id and u.closed_at is null and u.banned_at is null
      on conflict (endpoint_id, event_id) do nothing
    )
    update webhook_positions set snapshot = pg_current_snapshot()`.execute(tx);
}

/**
 * A dump that was loaded into another PostgreSQL brought a position of the old one. What is in `events` is read from its
 * beginning; what has been delivered is known by its id.
 */
async function beginAnew(db: Database): Promise<void> {
  await forgetRestored(db);
  await transact(db, async (tx) => {
    await lockPosition(tx);
    await sql`update webhook_positions p set snapshot = ${BEGINNING} where ${isOfOtherDatabase(position)}`.execute(
      tx,
    );
    await sql`
      update webhook_endpoints set listens_from = ${BEGINNING}
      where ${isOfOtherDatabase(sql`listens_from`)}`.execute(tx);
  });
}
