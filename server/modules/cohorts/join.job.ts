import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, DAY, HOUR, SECOND } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { findLinks } from './find-links.ts';
import { joinPeople, type Link } from './join-people.ts';

/** If a link was not found again for this long, it joins no new pair. */
const LINK_LASTS = 60 * DAY;

/** Finds linked people every hour and puts them into cohorts. */
export function cohortsJob(db: Database): Job {
  let nextAt = new Date(0);
  return {
    name: 'cohorts.join',
    everyMs: 10 * SECOND,
    async run(now) {
      if (now < nextAt) return;
      nextAt = after(now, HOUR);
      await transact(db, (tx) => findLinks(tx, now));
      await transact(db, (tx) => refreshCohorts(tx, now));
    },
  };
}

/**
 * Puts people who are joined by undecided links into one cohort. If some of them are in undecided cohorts,
 * the oldest of these absorbs the others; otherwise a new cohort is created.
 */
export async function refreshCohorts(tx: Tx, now: Date): Promise<void> {
  // Serializes this work, because two processes would put the same people into two cohorts.
  await sql`lock table cohorts in share row exclusive mode`.execute(tx);
  const links = await tx
    .selectFrom('cohort_links')
    .select(['one_id', 'other_id', 'kind'])
    .where('decided_at', 'is', null)
    .where('found_at', '>', after(now, -LINK_LASTS))
    .orderBy('one_id')
    .orderBy('other_id')
    .execute();
  for (const people of joinPeople(links as Link[])) await join(tx, people, now);
}

async function join(tx: Tx, people: AccountId[], now: Date): Promise<void> {
  const known = await tx
    .selectFrom('cohorts as c')
    .innerJoin('cohort_members as m', 'm.cohort_id', 'c.id')
    .select(['c.id', 'c.state', 'm.clipper_id'])
    .where('m.clipper_id', 'in', people)
    .where('c.state', 'in', ['open', 'held'])
    .orderBy(sql`c.state = 'open'`)
    .orderBy('c.id')
    .execute();
  const into = known[0]?.id ?? newId();
  const others = known.filter(({ id, state }) => id !== into && state === 'open').map(({ id }) => id);
  const placed = new Set(known.filter(({ id }) => !others.includes(id)).map((row) => row.clipper_id));
  const joining = people.filter((person) => !placed.has(person));
  if (joining.length === 0) return;
  if (known.length === 0) {
    await tx
      .insertInto('cohorts')
      .values({ id: into, state: 'open', found_at: now, changed_at: now })
      .execute();
  }
  await tx
    .insertInto('cohort_members')
    .values(joining.map((clipper_id) => ({ cohort_id: into, clipper_id, joined_at: now })))
    .execute();
  await tx.updateTable('cohorts').set({ changed_at: now }).where('id', '=', into).execute();
  if (others.length > 0) await absorb(tx, into, others, now);
}

/** Moves the people of merged cohorts and deletes those cohorts. */
async function absorb(tx: Tx, into: string, others: string[], now: Date): Promise<void> {
  await sql`
    insert into cohort_members (cohort_id, clipper_id, joined_at)
    select ${into}, clipper_id, ${now} from cohort_members where cohort_id = any(${others}::uuid[])
    on conflict do nothing`.execute(tx);
  await tx.deleteFrom('cohorts').where('id', 'in', others).execute();
}
