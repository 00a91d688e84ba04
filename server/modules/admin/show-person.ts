import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type AdminPerson, OBJECT_ROWS } from '#contract/admin/admin-objects.ts';
import type { Micros } from '#contract/money.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { bannedMoney } from './banned-money.ts';

interface Row
  extends Omit<
    AdminPerson,
    'status' | 'payoutsFrozen' | 'bannedMoney' | 'sessions' | 'payoutAddress' | 'balances' | PartName
  > {
  payoutsAllowedAt: Date | null;
  hasEarnings: boolean;
  waitingWhat: string | null;
  waitingDueAt: Date;
  waitingMicros: Micros;
  sessions: number;
  lastSeenAt: Date | null;
  addressEmail: string | null;
  addressUsableAt: Date;
}

type PartName = 'connections' | 'payouts' | 'deposits' | 'holds' | 'appeals';

/**
 * Sums over a person's deposits, clips and payouts. Each sum uses the index of the list that it summarizes.
 */
const moneyColumns = sql`
  case u.role
    when 'host' then (select coalesce(sum(d.amount_micros), 0) from deposits d
      where d.host_id = u.id and d.confirmed_at is not null)
    else (select coalesce(sum(e.paid_micros), 0) from clip_earnings e where e.clipper_id = u.id) end::bigint as "inMicros",
  case u.role
    when 'host' then (select coalesce(sum(r.amount_micros), 0) from deposits d
      join deposit_refunds r on r.deposit_id = d.id and r.state = 'refunded' where d.host_id = u.id)
    else (select coalesce(sum(p.amount_micros), 0) from payouts p
      where p.clipper_id = u.id and p.state = 'paid') end::bigint as "outMicros",
  (select coalesce(sum(p.amount_micros), 0) from payouts p
    where p.clipper_id = u.id and p.state in ('requested', 'processing'))::bigint as "onItsWayMicros"`;

async function findPerson(db: Database, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select u.id, u.name, pr.username, u.email, u.role, u.is_demo as "isDemo", u.created_at as "createdAt",
      u.banned_at as "bannedAt", u.ban_reason as "banReason", u.payouts_allowed_at as "payoutsAllowedAt",
      u.age_confirmed_at is not null as "isAdult", u.closed_at as "closedAt",
      exists (select from ledger_accounts e where e.owner_id = u.id and e.kind in ('clipper_pending', 'clipper_available')
        and e.balance_micros > 0) as "hasEarnings",
      w.what as "waitingWhat", w.due_at as "waitingDueAt", w.amount_micros as "waitingMicros", c.country,
      a.email as "addressEmail", a.usable_at as "addressUsableAt", seen.sessions, seen.last_seen_at as "lastSeenAt", ${moneyColumns}
    from users u
    left join profiles pr on pr.user_id = u.id
    left join payout_countries c on c.user_id = u.id
    left join payout_addresses a on a.user_id = u.id
    left join (${bannedMoney}) w on w.id = u.id
    cross join lateral (select count(*)::int as sessions, max(s.updated_at) as last_seen_at
      from sessions s where s.user_id = u.id) seen
    where u.id = ${id}`.execute(db);
  return rows[0];
}

const toFacts = (row: Row) => ({
  ...row,
  status: row.bannedAt ? ('Banned' as const) : ('Active' as const),
  payoutsFrozen:
    row.bannedAt !== null && row.payoutsAllowedAt === null && (row.role === 'clipper' || row.hasEarnings),
  bannedMoney:
    row.waitingWhat === null
      ? null
      : { what: row.waitingWhat, amountMicros: row.waitingMicros, dueAt: row.waitingDueAt },
  sessions: { count: row.sessions, lastSeenAt: row.lastSeenAt },
  payoutAddress:
    row.addressEmail === null ? null : { email: row.addressEmail, usableAt: row.addressUsableAt },
});

type Part<Name extends PartName> = AdminPerson[Name];

/** Selects the person's connections, including removed ones, because an admin investigates the past. */
export const connectionsOf = (accountId: AccountId) => sql<Part<'connections'>[number]>`
  select id, platform, handle, state, verified_by as "verifiedBy", connected_at as "connectedAt"
  from connections where user_id = ${accountId} order by connected_at desc, id desc limit ${OBJECT_ROWS}`;

/** Reads a person's newest rows of each kind; the panel's views show the complete lists. */
async function findParts(db: Database, id: AccountId) {
  const balances = await db
    .selectFrom('ledger_accounts')
    .select(['kind', sql<Micros>`balance_micros`.as('balanceMicros')])
    .where('owner_id', '=', id)
    .orderBy('kind')
    .execute();
  const connections = await connectionsOf(id).execute(db);
  const payouts = await sql<Part<'payouts'>[number]>`
    select id, state, amount_micros as "amountMicros", requested_at as "requestedAt", coalesce(failure, reference) as note
    from payouts where clipper_id = ${id} order by requested_at desc, id desc limit ${OBJECT_ROWS}`.execute(
    db,
  );
  const deposits = await sql<Part<'deposits'>[number]>`
    select id, state, rail, amount_micros as "amountMicros", created_at as "createdAt", frozen_at is not null as frozen
    from deposits where host_id = ${id} order by created_at desc, id desc limit ${OBJECT_ROWS}`.execute(db);
  const holds = await sql<Part<'holds'>[number]>`
    select h.id, h.submission_id as "submissionId", l.title as listing, s.caption, s.url, h.state, h.reason, h.opened_at as "openedAt"
    from submissions s join fraud_holds h on h.submission_id = s.id join listings l on l.id = s.listing_id
    where s.clipper_id = ${id} order by h.opened_at desc, h.id desc limit ${OBJECT_ROWS}`.execute(db);
  const appeals = await sql<Part<'appeals'>[number]>`
    select a.id, a.submission_id as "submissionId", l.title as listing, s.caption, s.url, a.state, a.opened_at as "openedAt",
      case when a.fraud_hold_id is null then 'rejection' else 'hold' end as of
    from submissions s join appeals a on a.submission_id = s.id join listings l on l.id = s.listing_id
    where s.clipper_id = ${id} order by a.opened_at desc, a.id desc limit ${OBJECT_ROWS}`.execute(db);
  return {
    balances,
    connections: connections.rows,
    payouts: payouts.rows,
    deposits: deposits.rows,
    holds: holds.rows,
    appeals: appeals.rows,
  };
}

/** Returns all facts that an admin may see about one person. */
export async function showPerson(db: Database, id: AccountId): Promise<Outcome<AdminPerson, 'not_found'>> {
  const row = await findPerson(db, id);
  return row ? { ...toFacts(row), ...(await findParts(db, id)) } : refuse('not_found');
}
