import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import type { Event } from '#contract/events/events.ts';
import { prepared } from '#server/infra/prepared.ts';
import type { Database } from '#server/infra/transaction.ts';
import { MOST_EVENTS, MOST_SENT } from './rules.ts';
import { isOfOtherDatabase, isUnseen } from './unseen.ts';

/** An event and the people who may know it. */
export interface WrittenEvent extends Event {
  readers: string[];
  forAdmins: boolean;
}

export interface Reader {
  userId: UserId;
  isAdmin: boolean;
}

export interface Read {
  rows: WrittenEvent[];
  /** The snapshot that contains all events read so far. */
  snapshot: string;
  /** False if there were more events than one reading allows, or if `since` is from another database. */
  isComplete: boolean;
}

/** Returns the snapshot of everything committed up to now. */
export async function currentSnapshot(db: Database): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    ${prepared} select pg_current_snapshot()::text as snapshot`.execute(db);
  return rows[0]!.snapshot;
}

/**
 * Reads in order the events of all transactions that were not committed in the snapshot `since`. With
 * `reader`, reads only the events that this person may know, without their other readers, and stops once
 * there are too many to send.
 */
export async function readEvents(db: Database, since: string, reader?: Reader): Promise<Read> {
  const snapshot = sql`${since}::pg_snapshot`;
  const { rows } = await sql<Found>`${prepared}
    with unseen as materialized (
      select * from events where ${isUnseen(snapshot)}
      order by xid limit ${MOST_EVENTS + 1}
    )
    select s.snapshot::text, ${isOfOtherDatabase(snapshot)} as "isOther",
      (select count(*)::int from unseen) as count, ${columns(reader)}
    from (select pg_current_snapshot() as snapshot) s
    left join (select * from unseen where ${knownTo(reader)} limit ${reader ? MOST_SENT + 1 : null}) e on true
    order by e.xid, e.at, e.id`.execute(db);
  return readOf(rows);
}

/** Counts the events that were not committed in the snapshot `since`, up to the limit of one reading. */
export async function countUnread(db: Database, since: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from events where ${isUnseen(sql`${since}::pg_snapshot`)} limit ${MOST_EVENTS + 1}
    ) unseen`.execute(db);
  return rows[0]!.count;
}

/**
 * Reads the events of the last `seconds` that this person may know. Measures time by the database's clock,
 * which also dates the events.
 */
export async function readRecent(db: Database, seconds: number, reader: Reader): Promise<Read> {
  const since = sql`clock_timestamp() - make_interval(secs => ${seconds})`;
  const { rows } = await sql<Found>`${prepared}
    with latest as materialized (
      select * from events order by xid desc, id desc limit ${MOST_EVENTS + 1}
    )
    select s.snapshot::text, false as "isOther",
      (select count(*)::int from latest where at > ${since}) as count, ${columns(reader)}
    from (select pg_current_snapshot() as snapshot) s
    left join (select * from latest where at > ${since} and (${knownTo(reader)}) limit ${MOST_SENT + 1}) e on true
    order by e.xid, e.at, e.id`.execute(db);
  return readOf(rows);
}

/** The query returns one row for each event, or one row with nulls if there is no event. */
type Found = { [Name in keyof WrittenEvent]: WrittenEvent[Name] | null } & {
  snapshot: string;
  isOther: boolean;
  count: number;
};

/**
 * Columns of an event. A person's own reading leaves out the list of readers, because the event of a
 * settlement has thousands.
 */
const columns = (reader: Reader | undefined) => sql`e.id, e.at, e.kind, e.for_admins as "forAdmins",
  ${reader ? sql`'{}'::uuid[]` : sql`e.readers`} as readers, e.subject_id as "subjectId",
  e.submission_id as "submissionId", e.listing_id as "listingId"`;

const knownTo = (reader: Reader | undefined) =>
  reader
    ? sql`${reader.userId}::uuid = any(readers) or for_admins and ${reader.isAdmin}::boolean`
    : sql`true`;

function readOf(found: Found[]): Read {
  const { snapshot, isOther, count } = found[0]!;
  const isComplete = !isOther && count <= MOST_EVENTS;
  const rows = isComplete ? found.filter((row): row is Found & WrittenEvent => row.id !== null) : [];
  return { rows, snapshot, isComplete };
}
