import { sql } from 'kysely';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { forgetRestored, isOfOtherDatabase, isUnseen } from '#server/modules/events/events.ts';

/** Position before all transactions. */
const BEGINNING = sql`'1:1:'::pg_snapshot`;

/**
 * Turns events into deliveries. The position is a snapshot that the same statement updates, so no event is skipped
 * or written twice, even if a transaction commits late or a process stops.
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

/**
 * Reads the position. It is read as text and passed to the next statement as a value, so that the planner
 * knows it.
 */
async function readPosition(db: Database | Tx, { lock = false } = {}): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    select snapshot::text from webhook_positions ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0]!.snapshot;
}

/**
 * Checks without a lock whether there is work, so that a run without new events or endpoints costs almost
 * nothing.
 */
async function lookAhead(db: Database, since: string): Promise<{ isOther: boolean; isNew: boolean }> {
  const position = sql`${since}::pg_snapshot`;
  const { rows } = await sql<{ isOther: boolean; isNew: boolean }>`
    select ${isOfOtherDatabase(position)} as "isOther",
      exists (select from webhook_endpoints where state = 'enabled')
        and exists (select from (select from events where ${isUnseen(position)} order by events.xid limit 1) first)
      as "isNew"`.execute(db);
  return rows[0]!;
}

/**
 * Writes deliveries for new events. The lock is a separate statement, so that the next statement sees what
 * the lock's previous holder committed.
 */
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
      join accounts u on u.id = e.owner_id and u.closed_at is null and u.banned_at is null
      where ${isUnseen(position)}
      on conflict (endpoint_id, event_id) do nothing
    )
    update webhook_positions set snapshot = pg_current_snapshot()`.execute(tx);
}

/**
 * Starts again after the database was restored into another PostgreSQL, whose transaction ids don't match the
 * position. Reads `events` from the start; deliveries that exist are recognised by their id.
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
