import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import {
  COHORT_CLIPS,
  type CohortClip,
  type CohortLink,
  type CohortMember,
  type CohortRow,
  type CohortShown,
  type cohortRoutes,
} from '#contract/cohorts.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { contains } from '#server/infra/contains.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { ON_HOLD } from '#server/modules/fraud-holds/fraud-holds.ts';
import { strongestFirst } from './join-people.ts';

type Filter = z.output<typeof cohortRoutes.adminCohorts.query & z.ZodType>;

const sortable = sortValues({ date: { by: sql`c.changed_at`, kind: 'moment' } });

/** Matches clip s with earnings e if the clip can still earn, because only then a hold keeps money back. */
const CAN_EARN = sql`s.status in ('pending', 'approved') and coalesce(e.state, 'accruing') = 'accruing'`;

const pendingOf = (clips: RawBuilder<unknown>): RawBuilder<bigint> => sql`(
  select coalesce(sum(a.amount_micros), 0)::bigint from accruals a where a.state = 'pending' and ${clips})`;

/** Columns of a row for cohort c. */
const rowColumns = sql`c.id, c.state, c.found_at as "foundAt", c.changed_at as "changedAt", people.members, people.names, kinds.kinds,
  (select count(*)::int from submissions s left join clip_earnings e on e.submission_id = s.id
    where s.clipper_id = any(people.ids) and ${CAN_EARN}) as clips,
  ${pendingOf(sql`a.clipper_id = any(people.ids)`)} as "pendingMicros"`;

const rowJoins = sql`
  cross join lateral (
    select array_agg(m.clipper_id) as ids, count(*)::int as members,
      (array_agg(coalesce(p.username, 'clipper') order by p.username))[1:3] as names
    from cohort_members m left join profiles p on p.user_id = m.clipper_id where m.cohort_id = c.id) people
  cross join lateral (
    select coalesce(array_agg(distinct k.kind), '{}') as kinds from cohort_links k
    where k.one_id = any(people.ids) and k.other_id = any(people.ids)) kinds`;

/** Lists undecided or decided cohorts, last changed first. */
export async function listCohorts(
  db: Database,
  { view, search, ...query }: Filter,
): Promise<{ rows: CohortRow[]; nextCursor: string | null }> {
  const pattern = contains(search);
  const by = sorted(sortable, query, '-date', sql`c.id`);
  const { rows } = await sql<CohortRow & SortedRow>`
    select ${rowColumns}, ${by.column} from cohorts c ${rowJoins}
    where ${view === 'open' ? sql`c.state in ('open', 'held')` : sql`c.state in ('upheld', 'cleared')`} ${by.after}
      ${
        pattern
          ? sql`and exists (select from cohort_members m left join profiles p on p.user_id = m.clipper_id
              where m.cohort_id = c.id and p.username ilike ${pattern})`
          : sql``
      }
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = by.page(rows, PAGE_ROWS);
  return { ...cut, rows: cut.rows.map(withKinds) };
}

const withKinds = <Row extends CohortRow>(row: Row): Row => ({ ...row, kinds: strongestFirst(row.kinds) });

interface Shown extends CohortRow, Pick<CohortShown, 'decidedAt' | 'note'> {
  deciderId: string | null;
  decider: string | null;
}

export async function showCohort(db: Database, id: string): Promise<Outcome<CohortShown, 'not_found'>> {
  const { rows } = await sql<Shown>`
    select ${rowColumns}, c.decided_at as "decidedAt", c.decided_by as "deciderId", c.note, u.name as decider
    from cohorts c ${rowJoins} left join users u on u.id = c.decided_by
    where c.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return refuse('not_found');
  const [people, links, openClips] = await Promise.all([membersOf(db, id), linksOf(db, id), clipsOf(db, id)]);
  return {
    ...withKinds(row),
    people,
    links,
    openClips,
    decidedBy: row.deciderId && row.decider ? { id: row.deciderId, name: row.decider } : null,
  };
}

async function membersOf(db: Database, id: string): Promise<CohortMember[]> {
  const { rows } = await sql<CohortMember>`
    select m.clipper_id as id, coalesce(p.username, 'clipper') as name, u.banned_at is not null as "isBanned",
      (select count(*)::int from submissions s left join clip_earnings e on e.submission_id = s.id
        where s.clipper_id = m.clipper_id and ${CAN_EARN}) as clips,
      ${pendingOf(sql`a.clipper_id = m.clipper_id`)} as "pendingMicros"
    from cohort_members m left join profiles p on p.user_id = m.clipper_id join accounts u on u.id = m.clipper_id
    where m.cohort_id = ${id} order by p.username`.execute(db);
  return rows;
}

async function linksOf(db: Database, id: string): Promise<CohortLink[]> {
  const { rows } = await sql<CohortLink>`
    select k.one_id as "oneId", k.other_id as "otherId", k.kind, k.hits, k.detail, k.first_found_at as "firstFoundAt",
      k.found_at as "foundAt"
    from cohort_links k
    join cohort_members a on a.cohort_id = ${id} and a.clipper_id = k.one_id
    join cohort_members b on b.cohort_id = ${id} and b.clipper_id = k.other_id
    order by k.one_id, k.other_id, k.kind`.execute(db);
  return rows;
}

async function clipsOf(db: Database, id: string): Promise<CohortClip[]> {
  const { rows } = await sql<CohortClip>`
    select s.id, s.clipper_id as "clipperId", coalesce(p.username, 'clipper') as name, l.title as listing, s.caption, s.url, s.platform,
      t.views::float8 as views, t.score, ${pendingOf(sql`a.submission_id = s.id`)} as "pendingMicros",
      exists (select from fraud_holds h where h.submission_id = s.id and h.state in ${ON_HOLD}) as "isHeld"
    from cohort_members m
    join submissions s on s.clipper_id = m.clipper_id
    join listings l on l.id = s.listing_id
    join clip_tracking t on t.submission_id = s.id
    left join profiles p on p.user_id = s.clipper_id
    left join clip_earnings e on e.submission_id = s.id
    where m.cohort_id = ${id} and ${CAN_EARN}
    order by "pendingMicros" desc, t.views desc, s.id limit ${COHORT_CLIPS}`.execute(db);
  return rows;
}

/**
 * Returns those of the clips that belong to the cohort and can still earn. Locks them until the transaction
 * ends.
 */
export async function decidableClips(
  tx: Tx,
  cohortId: string,
  clipIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from submissions s
    join cohort_members m on m.cohort_id = ${cohortId} and m.clipper_id = s.clipper_id
    join clip_tracking t on t.submission_id = s.id
    left join clip_earnings e on e.submission_id = s.id
    where s.id = any(${clipIds}::uuid[]) and ${CAN_EARN}
    order by s.id for update of t`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the undecided holds that were opened for a cohort. */
export async function openHoldsOf(
  tx: Tx,
  cohortId: string,
): Promise<{ id: string; submission_id: string }[]> {
  const { rows } = await sql<{ id: string; submission_id: string }>`
    select h.id, h.submission_id from fraud_holds h where h.cohort_id = ${cohortId} and h.state in ${ON_HOLD}
    order by h.submission_id`.execute(tx);
  return rows;
}
