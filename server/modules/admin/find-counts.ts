import { sql } from 'kysely';
import { micros } from '#contract/money.ts';
import type { Database } from '#server/infra/transaction.ts';
import { isWaiting } from './queries.ts';

/** Counts for the cards of the admin panel. */
export async function findCounts(db: Database) {
  const { rows } = await sql<
    Record<'users' | 'hosts' | 'clippers' | 'listings' | 'budget' | 'submissions' | 'waiting', bigint>
  >`
    select p.users, p.hosts, p.clippers, l.listings, l.budget,
      (select count(*) from submissions where status = 'pending') as submissions,
      (select count(*) from submissions s where ${isWaiting}) as waiting
    from (select count(*) as users, count(*) filter (where role = 'host') as hosts,
        count(*) filter (where role = 'clipper') as clippers from users) p,
      (select count(*) as listings, coalesce(sum(a.balance_micros), 0)::bigint as budget
        from listings l left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
        where l.state = 'active') l`.execute(db);
  const counts = rows[0]!;
  return {
    totalUsers: Number(counts.users),
    hosts: Number(counts.hosts),
    clippers: Number(counts.clippers),
    activeListings: Number(counts.listings),
    freeBudgetMicros: micros(counts.budget),
    pendingSubmissions: Number(counts.submissions),
    waitingSubmissions: Number(counts.waiting),
  };
}
