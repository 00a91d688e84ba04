import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import { isWaiting } from './queries.ts';

/** Counts for the cards of the admin panel. */
export async function findCounts(db: Database) {
  const { rows } = await sql<
    Record<
      'users' | 'listings' | 'submissions' | 'waiting' | 'payouts' | 'holds' | 'attestations' | 'messages',
      bigint
    >
  >`
    select
      (select count(*) from users) as users,
      (select count(*) from listings where state = 'active') as listings,
      (select count(*) from submissions where status = 'pending') as submissions,
      (select count(*) from submissions s where ${isWaiting}) as waiting,
      (select count(*) from payouts where state in ('requested', 'processing')) as payouts,
      (select count(*) from fraud_holds where state in ('open', 'escalated')) as holds,
      (select count(*) from view_attestations p join clip_tracking t on t.submission_id = p.submission_id
        where p.decision is null and p.replaced_at is null and p.state <> 'waiting' and t.state = 'polling'
          and t.count_level = 'attested') as attestations,
      (select count(*) from support_messages where state = 'open') as messages`.execute(db);
  const [counts] = rows;
  return {
    totalUsers: Number(counts!.users),
    activeListings: Number(counts!.listings),
    pendingSubmissions: Number(counts!.submissions),
    waitingSubmissions: Number(counts!.waiting),
    openPayouts: Number(counts!.payouts),
    openHolds: Number(counts!.holds),
    waitingAttestations: Number(counts!.attestations),
    openMessages: Number(counts!.messages),
  };
}
