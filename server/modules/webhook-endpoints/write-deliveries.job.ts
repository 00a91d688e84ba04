import { sql } from 'kysely';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { forgetRestored, isOfOtherDatabase, isUnseen } from '#server/modules/events/events.ts';

/** As of a database in which nothing has been written yet. */
const BEGINNING = sql`'1:1:'::pg_snapshot`;

/**
 * Turns events into deliveries. Up to where that is done is a snapshot, moved by the statement that writes them, so that no
 * event is skipped and none is written twice, whatever commits late and whoever stops where.
 */
export function writeDeliveries(db: Database): Job {
  return {
    name: 'webhook-endpoints.write-deliveries',
    async run(now) {
      const since = await readPosition(db);
      const { isOther, isNew } = await lookAhead(db, since);
      if (isOther) await beginAnew(db);
      else if (isNew) await transact(db, (tx) => writeNew(tx, now));
    },
  };
}

/** As text: given to the next statement as a value, by which it is planned. */
async function readPosition(db: Database | Tx, { lock = false } = {}): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    select snapshot::text from webhook_positions ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0]!.snapshot;
}

/** Without a lock, so that a second without events, or without an endpoint, costs next to nothing. */
async function lookAhead(db: Database, since: string): Promise<{ isOther: boolean; isNew: boolean }> {
  const position = sql`${since}::pg_snapshot`;
  const { rows } = await sql<{ isOther: boolean; isNew: boolean }>`
    select ${isOfOtherDatabase(position)} as "isOther",
      exists (select from webhook_endpoints where state = 'enabled')
        and exists (select from (select from events where ${isUnseen(position)} order by events.xid limit 1) first)
      as "isNew"`.execute(db);
  return rows[0]!;
}

/** Locked in a statement of its own: the next one then sees what whoever had the lock has committed. */
async function writeNew(tx: Tx, now: Date): Promise<void> {
  const position = sql`${await readPosition(tx, { lock: true })}::pg_snapshot`;
  await sql`
    with written as (
      insert into webhook_deliveries
        (endpoint_id, event_id, kind, occurred_at, subject_id, submission_id, listing_id, next_attempt_at, created_at)
      select e.id, events.id, events.kind, events.at, events.subject_id, events.submission_id, events.listing_id,
        ${now}, ${now}
      from events
      cross join lateral unnest(events.readers) as reader (id)
      join webhook_endpoints e on e.owner_id = reader.id and events.kind = any(e.kinds) and e.state = 'enabled'
        and not pg_visible_in_snapshot(events.xid, e.listens_from)
      join users u on u.id = e.owner_id and u.closed_at is null and u.banned_at is null
      where ${isUnseen(position)}
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
    await readPosition(tx, { lock: true });
    await sql`
      update webhook_positions set snapshot = ${BEGINNING} where ${isOfOtherDatabase(sql`snapshot`)}`.execute(
      tx,
    );
    await sql`
      update webhook_endpoints set listens_from = ${BEGINNING}
      where ${isOfOtherDatabase(sql`listens_from`)}`.execute(tx);
  });
}
