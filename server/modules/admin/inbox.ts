import { type RawBuilder, sql } from 'kysely';
import type { InboxKind, InboxRow } from '#contract/admin/admin-inbox.ts';
import { posterPath } from '#contract/clips/posters.ts';
import {
  AGREEMENT_HOURS,
  ANSWER_HOURS,
  HOLD_DECISION_DAYS,
  HOLD_SCORE,
  PAGE_ROWS,
} from '#contract/limits.ts';
import { micros } from '#contract/money.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { decodeMomentCursor, page } from '#server/infra/cursor.ts';
import { isWaiting } from '#server/infra/second-admin.ts';
import type { Database } from '#server/infra/transaction.ts';
import { answersRequest, isUndecided } from '#server/modules/attestations/attestations.ts';
import { stakesOf } from '#server/modules/earnings/earnings.ts';
import { SAME_FINDING } from '#server/modules/fraud-holds/fraud-holds.ts';
import { freezeText, frozenPayouts } from '#server/modules/payouts/payouts.ts';
import { isOpenNote } from '#server/modules/scoring/scoring.ts';
import { posterColumn } from '#server/modules/submissions/submissions.ts';
import { bannedMoney } from './banned-money.ts';

interface Moment {
  now: Date;
  /** True if no processor sends payouts in this installation. */
  paysByHand: boolean;
}

/** A row shows at most this many characters of a text. */
const EXCERPT_LENGTH = 160;

/**
 * Everything that waits for an admin, as rows of (kind, id, at, is_deadline, submission_id, person_id, who,
 * what, amount_micros). `who` and `what` are null if the clip has them. Kinds that open a clip's page are
 * first, then kinds with their own view. The kinds are literals so that PostgreSQL reads only the branch that
 * a filter selects.
 */
const waiting = ({ now, paysByHand }: Moment): RawBuilder<unknown> => sql`
  select 'escalation' as kind, s.id, s.decide_by as at, true as is_deadline, s.id as submission_id,
    s.clipper_id as person_id, null::text as who, null::text as what, null::bigint as amount_micros
  from submissions s where s.status = 'pending' and s.escalated and s.decision is null
  union all
  select 'hold', h.id, h.decide_by, true, h.submission_id, null, null, null, null
  from fraud_holds h where h.state in ('open', 'escalated')
  union all
  select 'review', t.submission_id, min(a.release_due_at) + ${decidedWithin}, true, t.submission_id, null, null, null, null
  from clip_tracking t join accruals a on a.submission_id = t.submission_id and a.state = 'pending'
  where t.band = 'needs_review' and (t.cleared_score is null or t.score > t.cleared_score + ${sql.lit(SAME_FINDING)})
    and (t.score >= ${sql.lit(HOLD_SCORE)} or exists (
      select from clip_review_notes n where n.submission_id = t.submission_id and ${isOpenNote}))
    and not exists (select from fraud_holds h where h.submission_id = t.submission_id and h.state in ('open', 'escalated'))
  group by t.submission_id
  union all
  select 'proof', r.id, p.sent_at, false, r.submission_id, null, null, null, null
  from proof_requests r join clip_tracking t on t.submission_id = r.submission_id
  join view_attestations p on ${answersRequest} where ${isUndecided}
  union all
  select 'appeal', a.id, a.decide_by, true, a.submission_id, a.clipper_id, null, null, null
  from appeals a where a.state in ('open', 'escalated')
  union all
  select 'screenshot', p.id, p.waiting_since, false, p.submission_id, null, null, null, null
  from view_attestations p
  join clip_tracking t on t.submission_id = p.submission_id and t.count_level = 'attested' and t.state = 'polling'
  where p.decision is null and p.replaced_at is null and p.state <> 'waiting'
  union all
  select 'code', c.id, c.expires_at, true, null, c.user_id, null, '@' || c.handle || ' on ' || ${platformName}, null
  from connection_codes c where c.used_at is null and c.expires_at > ${now}
  union all
  select 'takedown', t.id, t.created_at + ${promised}, true, null, t.user_id, t.name, t.work, null
  from takedown_requests t where t.handled_at is null
  union all
  select 'support', m.id, coalesce(answered.at, m.created_at + ${promised}), answered.at is null, null, m.user_id, m.name,
    m.message, null
  from support_messages m
  cross join lateral (select max(r.created_at) as at from support_answers r where r.message_id = m.id) answered
  where m.state = 'open'
  union all
  ${refusedPayouts}
  union all
  select * from (${payoutsByHand(paysByHand)}) h
  where h.id not in (select f.id from (${frozenPayouts({ now, paysByHand })}) f)
  union all
  select * from (${frozenOnes({ now, paysByHand })}) g
  union all
  select * from (${agreements(now)}) w
  union all
  ${questionedDeposits}
  union all
  select 'banned', m.id, m.due_at, true, null::uuid, m.id, null::text, m.what, m.amount_micros from (${bannedMoney}) m`;

const platformName = sql`case c.platform ${sql.join(
  Object.entries(platforms).map(([id, { name }]) => sql`when ${sql.lit(id)} then ${sql.lit(name)}`),
  sql` `,
)} end`;

/**
 * If no admin decides, earnings of a clip whose score needs review are released this long after they are due.
 */
const decidedWithin = sql`make_interval(days => ${sql.lit(HOLD_DECISION_DAYS)})`;

const promised = sql`make_interval(hours => ${sql.lit(ANSWER_HOURS)})`;

/**
 * Payouts with an unexpected outcome: refused by PayPal and not sent since, decided by hand while PayPal
 * reports another outcome, or returned to a closed account, whose person can't request them again.
 */
const refusedPayouts = sql`
  select 'payout', p.id, l.reported_at, false, null, p.clipper_id, null, 'PayPal reports another outcome', p.amount_micros
  from payout_late_statuses l join payouts p on p.id = l.payout_id where l.resolved_at is null
  union all
  (select distinct on (p.clipper_id) 'payout', p.id, p.finished_at, false, null::uuid, p.clipper_id, null::text,
    coalesce(p.failure, 'It came back'), p.amount_micros
  from suspense_items i
  join accounts u on u.id = i.owner_id and u.closed_at is not null
  join payouts p on p.clipper_id = i.owner_id and p.state in ('failed', 'returned')
  where i.state = 'open' and i.owner_kind = 'clipper_available'
    and not exists (select from payout_late_statuses l where l.payout_id = p.id and l.resolved_at is null)
  order by p.clipper_id, p.finished_at desc)`;

/**
 * Payouts that admins send by hand: each payout that an admin has picked up or, without a processor, all of
 * them. Payouts that can't be sent are listed separately.
 */
const payoutsByHand = (all: boolean) => sql`
  select 'payout', p.id, p.due_at, true, null::uuid, p.clipper_id, null::text, 'Manual payout', p.amount_micros
  from payouts p where p.state in ('requested', 'processing') and p.rail = 'manual' and (${all} or p.state = 'processing')`;

/**
 * Payouts that can't be sent, each with its first reason: a problem that an admin can solve, or a date to
 * wait for.
 */
const frozenOnes = (moment: Moment) => sql`
  select distinct on (f.id) 'payout', f.id, f.due_at, true, null::uuid, f.clipper_id, null::text, ${freezeText}, f.amount_micros
  from (${frozenPayouts(moment)}) f order by f.id, f.place`;

/** Acts that one admin agreed to. They wait for a second admin until they expire. */
const agreements = (now: Date) => sql`
  select distinct on (a.subject_id) 'agreement', a.subject_id, a.agreed_at + make_interval(hours => ${AGREEMENT_HOURS}), true,
    null::uuid, null::uuid, u.name, upper(left(a.summary, 1)) || substr(a.summary, 2), a.amount_micros
  from admin_agreements a join users u on u.id = a.admin_id
  where ${isWaiting(now)} order by a.subject_id, a.agreed_at`;

/** Selects deposits with an unanswered dispute, a processor's fraud warning or a refund request. */
const questionedDeposits = sql`
  select 'deposit', q.id, d.evidence_due_at, true, null::uuid, q.host_id, null::text, 'Chargeback', d.amount_micros
  from deposits q
  join card_payments c on c.deposit_id = q.id
  join deposit_disputes d on d.payment_intent = c.payment_intent and d.outcome is null and not d.has_evidence
  where q.state = 'disputed' and d.evidence_due_at is not null
  union all
  select 'deposit', q.id, coalesce(q.frozen_at, q.questioned_at), false, null, q.host_id, null,
    case when q.state = 'confirmed' then 'The card processor warned of fraud'
      when q.questioned_at is null then 'A bank has taken it back'
      else 'A bank has taken it back: earnings wait for a decision' end, q.amount_micros
  from deposits q where q.frozen_at is not null and q.state in ('confirmed', 'charged_back')
    or q.questioned_at is not null and q.state = 'charged_back'
  union all
  select 'deposit', q.id, r.created_at, false, null, q.host_id, null, 'Its host asks for a refund', r.amount_micros
  from deposit_refunds r join deposits q on q.id = r.deposit_id where r.state = 'requested'`;

type Row = Omit<InboxRow, 'posterUrl'> & { poster_media_id: string | null };

/** The kinds whose decision moves the money that is at stake of a clip. */
const hasStake: ReadonlySet<InboxKind> = new Set(['hold', 'appeal']);

/** Returns the amount that the decision of a row is about; null if no money is at stake. */
function stakeOf({ kind, submissionId }: Row, stakes: Awaited<ReturnType<typeof stakesOf>>) {
  const wanted = (hasStake.has(kind) && submissionId && stakes.get(submissionId)?.wantedMicros) || 0n;
  return wanted > 0n ? micros(wanted) : null;
}

/** Reads one page of waiting items, earliest first. Names and titles are read for this page only. */
export async function listInbox(
  db: Database,
  { kind, cursor, ...moment }: Moment & { kind?: InboxKind | undefined; cursor?: string | undefined },
): Promise<{ rows: InboxRow[]; nextCursor: string | null }> {
  const from = decodeMomentCursor(cursor);
  const { rows } = await sql<Row>`
    select due.kind, due.id, due.at, due.is_deadline as "isDeadline",
      case when due.kind <> 'screenshot' then due.submission_id end as "submissionId",
      coalesce(due.person_id, s.clipper_id) as "personId", coalesce(due.who, pr.username, u.name, '') as who,
      left(coalesce(due.what, l.title, ''), ${EXCERPT_LENGTH}) as what, due.amount_micros as "amountMicros", ${posterColumn}
    from (
      select * from (${waiting(moment)}) one
      where true ${kind ? sql`and one.kind = ${sql.lit(kind)}` : sql``}
        ${from ? sql`and (one.at, one.id) > (${from.value}::timestamptz, ${from.id}::uuid)` : sql``}
      order by one.at, one.id limit ${PAGE_ROWS + 1}) due
    left join submissions s on s.id = due.submission_id
    left join listings l on l.id = s.listing_id
    left join users u on u.id = coalesce(due.person_id, s.clipper_id)
    left join profiles pr on pr.user_id = u.id
    order by due.at, due.id`.execute(db);
  const cut = page(rows, PAGE_ROWS, (row) => ({ value: row.at.toISOString(), id: row.id }));
  const stakes = await stakesOf(
    db,
    cut.rows.flatMap(({ kind: of, submissionId }) =>
      hasStake.has(of) && submissionId ? [submissionId] : [],
    ),
  );
  return {
    ...cut,
    rows: cut.rows.map((row) => ({
      ...row,
      amountMicros: row.amountMicros ?? stakeOf(row, stakes),
      posterUrl: row.poster_media_id && posterPath(row.poster_media_id),
    })),
  };
}

const none: Record<InboxKind, number> = {
  escalation: 0,
  hold: 0,
  review: 0,
  proof: 0,
  appeal: 0,
  screenshot: 0,
  code: 0,
  takedown: 0,
  support: 0,
  payout: 0,
  deposit: 0,
  banned: 0,
  agreement: 0,
};

/** Counts waiting items by kind, for the navigation. Each count uses a partial index of open rows. */
export async function countWaiting(db: Database, moment: Moment) {
  const { rows: kinds } = await sql<{ kind: InboxKind; count: number }>`
    select kind, count(*)::int as count from (${waiting(moment)}) one group by kind`.execute(db);
  const { rows } = await sql<{ payouts: number; items: number; cohorts: number }>`
    select (select count(*)::int from payouts where state in ('requested', 'processing')) as payouts,
      (select count(*)::int from suspense_items where state = 'open') as items,
      (select count(*)::int from cohorts where state = 'open') as cohorts`.execute(db);
  return {
    inbox: { ...none, ...Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])) },
    openPayouts: rows[0]!.payouts,
    openSuspenseItems: rows[0]!.items,
    openCohorts: rows[0]!.cohorts,
  };
}
