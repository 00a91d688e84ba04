import { type RawBuilder, sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { HOLD_DECISION_DAYS } from '#contract/limits.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type Notice, notify } from '#server/modules/notifications/notifications.ts';

/** The clip or people about whom something new is known. */
export type Suspects =
  | { submissionId: string }
  | { clipperId: AccountId }
  | { hostIds: readonly AccountId[] };

/** Shown to host and clipper. Only admins see the finding. */
const REASON =
  'Details of the host and the clipper of this listing are the same. A reviewer checks this before anything more is paid.';

/**
 * Signal `shared_identity`: a clipper has the same mailbox as the listing's host, or as somebody who paid
 * with the host's card. Stores the matches of these people and holds their clips until an admin decides; such
 * a hold is never released automatically. Must be called in the same transaction by code that stores a
 * payment detail or accepts a clip.
 */
export async function holdSameIdentity(tx: Tx, suspects: Suspects, now: Date): Promise<void> {
  await noteMatches(tx, whose(suspects), now);
  const held = await openHolds(tx, whose(suspects), now);
  if (held.length === 0) return;
  for (const { submission_id: subjectId, evidence, signal } of held) {
    await writeAudit(tx, bySystem(now), 'fraud_hold.same_identity', 'submission', subjectId, {
      signal,
      evidence,
    });
  }
  await notify(tx, held.flatMap(noticesOf), now);
}

const whose = (suspects: Suspects): RawBuilder<boolean> => {
  if ('submissionId' in suspects) return sql`s.id = ${suspects.submissionId}`;
  if ('clipperId' in suspects) return sql`s.clipper_id = ${suspects.clipperId}`;
  return sql`l.host_id = any(${suspects.hostIds}::uuid[])`;
};

interface Found {
  host_id: AccountId;
  clipper_id: AccountId;
  signal: 'payout_address' | 'account_email' | 'card';
  mark: string;
}

/**
 * Stores a match if the addresses of a host, or of people who paid with the same card, are also those of a
 * clipper.
 */
async function noteMatches(tx: Tx, ofThese: RawBuilder<boolean>, now: Date): Promise<void> {
  const { rows } = await sql<Found>`
    with pairs as materialized (
      select distinct l.host_id, s.clipper_id from submissions s join listings l on l.id = s.listing_id
      where s.status in ('pending', 'approved') and ${ofThese}
    ), payers as materialized (
      select host_id, host_id as user_id, false as by_card from pairs
      union
      select p.host_id, same.host_id, true
      from (select distinct host_id from pairs) p
      join deposits d on d.host_id = p.host_id
      join card_payments c on c.deposit_id = d.id
      join card_payments other on other.fingerprint = c.fingerprint
      join deposits same on same.id = other.deposit_id and same.host_id <> p.host_id
    ), of_hosts as materialized (
      select y.host_id, y.by_card, email_mark(u.email) as mark from payers y join members m on m.account_id = y.user_id join users u on u.id = m.user_id
      union
      select y.host_id, y.by_card, email_mark(c.payer_email)
      from payers y join deposits d on d.host_id = y.user_id join card_payments c on c.deposit_id = d.id
      where c.payer_email is not null
    ), of_clippers as materialized (
      select p.clipper_id, false as is_paid_there, email_mark(u.email) as mark
      from pairs p join members m on m.account_id = p.clipper_id join users u on u.id = m.user_id
      union
      select p.clipper_id, true, email_mark(a.email) from pairs p join payout_addresses a on a.user_id = p.clipper_id
      union
      select p.clipper_id, true, email_mark(o.destination) from pairs p join payouts o on o.clipper_id = p.clipper_id
    )
    select distinct p.host_id, p.clipper_id, h.mark, case when h.by_card then 'card'
      when c.is_paid_there then 'payout_address' else 'account_email' end as signal
    from pairs p join of_hosts h on h.host_id = p.host_id
    join of_clippers c on c.clipper_id = p.clipper_id and c.mark = h.mark`.execute(tx);
  if (rows.length === 0) return;
  const matches = rows.map(({ mark, ...match }) => ({
    ...match,
    id: newId(),
    evidence: evidenceOf(match.signal, mark),
    found_at: now,
  }));
  await tx
    .insertInto('identity_matches')
    .values(matches)
    .onConflict((oc) => oc.columns(['host_id', 'clipper_id', 'signal']).doNothing())
    .execute();
}

function evidenceOf(signal: Found['signal'], mark: string): string {
  const mailbox = `${mark.slice(0, 1)}…@${mark.split('@')[1]}`;
  if (signal === 'card') {
    return `The card that paid for this host also paid for another account, whose mailbox is the clipper's (${mailbox}).`;
  }
  return signal === 'payout_address'
    ? `The clipper is paid at a mailbox of the host (${mailbox}).`
    : `The host and the clipper signed up or paid with one mailbox (${mailbox}).`;
}

interface Held {
  submission_id: string;
  host_id: AccountId;
  clipper_id: AccountId;
  title: string;
  signal: string;
  evidence: string;
}

/**
 * Holds the clips of matches that nobody cleared, once for each match. If a clip has an open hold, the match
 * is added to that hold.
 */
async function openHolds(tx: Tx, ofThese: RawBuilder<boolean>, now: Date): Promise<Held[]> {
  const { rows } = await sql<Held & { match_id: string }>`
    select distinct on (s.id) s.id as submission_id, l.host_id, s.clipper_id, l.title, m.id as match_id, m.signal, m.evidence
    from submissions s
    join listings l on l.id = s.listing_id
    join identity_matches m on m.host_id = l.host_id and m.clipper_id = s.clipper_id and m.cleared_at is null
    left join clip_earnings e on e.submission_id = s.id
    where s.status in ('pending', 'approved') and coalesce(e.state, 'accruing') = 'accruing' and ${ofThese}
      and not exists (select from fraud_holds h where h.submission_id = s.id and h.identity_match_id is not null
        and (h.identity_match_id = m.id or h.state in ('open', 'escalated')))
    order by s.id, m.found_at, m.id`.execute(tx);
  if (rows.length === 0) return [];
  // Locks the clips before their holds, in the same order as counting.
  await tx
    .selectFrom('clip_tracking')
    .select('submission_id')
    .where(
      'submission_id',
      'in',
      rows.map((row) => row.submission_id),
    )
    .orderBy('submission_id')
    .forUpdate()
    .execute();
  const holds = rows.map(({ submission_id, match_id }) => ({
    id: newId(),
    submission_id,
    identity_match_id: match_id,
    state: 'escalated' as const,
    score: 0,
    reason: REASON,
    from_views: 0n,
    to_views: null,
    opened_at: now,
    decide_by: after(now, HOLD_DECISION_DAYS * DAY),
  }));
  await tx
    .insertInto('fraud_holds')
    .values(holds)
    .onConflict((oc) =>
      oc.column('submission_id').where('state', 'in', ['open', 'escalated']).doUpdateSet({
        state: 'escalated',
        identity_match_id: sql`excluded.identity_match_id`,
        from_views: 0n,
        to_views: null,
        reason: sql`fraud_holds.reason || ' ' || excluded.reason`,
      }),
    )
    .execute();
  return rows;
}

function noticesOf({ submission_id, host_id, clipper_id, title }: Held): Notice[] {
  const what = {
    title: 'A clip is under review',
    body: `“${title}”: ${REASON}`,
    link: `/clips/${submission_id}`,
  };
  return [
    { ...what, accountId: clipper_id, kind: 'fraud_hold.opened' },
    { ...what, accountId: host_id, kind: 'fraud_hold.opened_for_host' },
  ];
}

/**
 * Clears the matches of two people after an admin released a clip of theirs. Matches found so far hold no other
 * clip.
 */
export async function clearMatches(
  tx: Tx,
  matchId: string,
  adminId: UserId | null,
  now: Date,
): Promise<void> {
  await sql`
    update identity_matches m set cleared_at = ${now}, cleared_by = ${adminId}
    from identity_matches decided
    where decided.id = ${matchId} and m.host_id = decided.host_id and m.clipper_id = decided.clipper_id
      and m.cleared_at is null`.execute(tx);
}
