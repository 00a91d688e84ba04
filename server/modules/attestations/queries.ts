import { sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { adminAttestationRoutes, WaitingAttestation } from '#contract/admin/admin-attestations.ts';
import { type AttestationState, type ClipAttestation, screenshotPath } from '#contract/attestations.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { SubmissionStatus } from '#contract/submissions/submissions.ts';
import type { Platform } from '#contract/wire/primitives.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { contains } from '#server/infra/contains.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database } from '#server/infra/transaction.ts';
import { isAnswered } from '#server/modules/fraud-holds/fraud-holds.ts';
import { showsAnalytics } from '#server/modules/media/media.ts';
import { isUndecided } from './proof-requests.ts';

export interface UnreadAttestation {
  id: string;
  submissionId: string;
  reportedViews: number;
  storageKey: string;
}

/**
 * Returns the next screenshot to read. The clipper who had the fewest read in the last hour is first, so that
 * nobody blocks the queue.
 */
export async function nextWaiting(db: Database, now: Date): Promise<UnreadAttestation | null> {
  const { rows } = await sql<{
    id: string;
    submission_id: string;
    reported_views: bigint;
    storage_key: string;
  }>`
    select p.id, p.submission_id, p.reported_views, m.storage_key
    from view_attestations p
    join media_files m on m.id = p.media_id and m.state = 'ready'
    join submissions s on s.id = p.submission_id
    left join (select o.clipper_id, count(*) as times from view_attestations r join submissions o on o.id = r.submission_id
      where r.read_at > ${after(now, -HOUR)} group by o.clipper_id) lately on lately.clipper_id = s.clipper_id
    where p.state = 'waiting' and p.replaced_at is null
    order by coalesce(lately.times, 0), p.waiting_since, p.id limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    submissionId: row.submission_id,
    reportedViews: Number(row.reported_views),
    storageKey: row.storage_key,
  };
}

/** SQL of the time at which the oldest unread screenshot was sent. */
export const oldestWaiting = sql`
  select min(p.sent_at) from view_attestations p join media_files m on m.id = p.media_id
  where p.state = 'waiting' and p.replaced_at is null and m.state = 'ready'`;

/** Returns the newest screenshot of a clip. Its host does not see pictures of analytics. */
export async function attestationOf(
  db: Database,
  submissionId: string,
  isHost: boolean,
): Promise<ClipAttestation | null> {
  const row = await db
    .selectFrom('view_attestations as p')
    .innerJoin('media_files as m', 'm.id', 'p.media_id')
    .selectAll('p')
    .select((eb) => [
      'm.state as file_state',
      showsAnalytics.as('shows_analytics'),
      eb
        .selectFrom('attestation_confirmations as c')
        .select(eb.fn.countAll<bigint>().as('people'))
        .whereRef('c.attestation_id', '=', 'p.id')
        .as('confirmations'),
    ])
    .where('p.submission_id', '=', submissionId)
    .where('p.replaced_at', 'is', null)
    .executeTakeFirst();
  if (!row || (isHost && row.shows_analytics)) return null;
  return {
    id: row.id,
    showsAnalytics: row.shows_analytics,
    url: row.file_state === 'ready' ? screenshotPath(row.media_id) : null,
    state: row.state as AttestationState,
    reportedViews: Number(row.reported_views),
    readViews: row.read_views === null ? null : Number(row.read_views),
    readText: row.read_text,
    sentAt: row.sent_at,
    readAt: row.read_at,
    decision: row.decision as ClipAttestation['decision'],
    decidedAt: row.decided_at,
    refusalNote: row.refusal_note,
    countedViews: row.counted_views === null ? null : Number(row.counted_views),
    confirmations: Number(row.confirmations),
  };
}

/** Returns the deadline of an audit that waits for a fresh screenshot; null if there is none. */
export async function freshDueAt(db: Database, submissionId: string): Promise<Date | null> {
  const { rows } = await sql<{ due: Date }>`
    select a.due_at as due from attestation_audits a join fraud_holds h on h.id = a.fraud_hold_id
    where a.submission_id = ${submissionId} and h.state = 'open' and not ${isAnswered}`.execute(db);
  return rows[0]?.due ?? null;
}

/**
 * SQL: since when pictures of clip `t` answer an open audit, or prove its views by choice; null if nobody asks for a
 * picture of its analytics.
 */
export const analyticsAskedAt = (now: Date) => sql<Date | null>`(select max(asked.at) from (
  select a.opened_at as at from clip_audits a join fraud_holds h on h.id = a.fraud_hold_id
  where a.submission_id = t.submission_id and h.state in ('open', 'escalated')
  union all
  select r.asked_at from proof_requests r
  where r.submission_id = t.submission_id and r.due_at > ${now} and ${isUndecided}) asked)`;

/**
 * SQL: clip `t` accepts screenshots. A clip that is no longer counted accepts only pictures of its analytics that
 * somebody asks for.
 */
export const takesPictures = (now: Date) =>
  sql<boolean>`(t.state = 'polling' or ${analyticsAskedAt(now)} is not null)`;

/** Tells whether the clip's views are counted from screenshots, and whether it still accepts them. */
export async function attestationRules(db: Database, submissionId: string, now: Date) {
  const clip = await db
    .selectFrom('clip_tracking as t')
    .select(['count_level', takesPictures(now).as('takes'), analyticsAskedAt(now).as('asked_at')])
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
  return {
    isAttested: clip?.count_level === 'attested',
    takesAttestation: clip?.takes ?? false,
    asksAnalytics: Boolean(clip?.asked_at),
  };
}

type Filter = z.output<typeof adminAttestationRoutes.waitingAttestations.query & z.ZodType>;

const sortable = sortValues({ date: { by: sql`p.waiting_since`, kind: 'moment' } });

/** Lists screenshots that wait for confirmation as `personId` sees them, the longest waiting clip first. */
export async function waitingAttestations(
  db: Database,
  personId: UserId,
  { search, state, ...query }: Filter,
) {
  const pattern = contains(search);
  const by = sorted(sortable, query, 'date', sql`p.id`);
  const { rows } = await sql<WaitingRow>`
    select p.id, p.submission_id, p.media_id, p.state, p.reported_views, p.read_views, p.read_text, p.sent_at, p.waiting_since, ${by.column},
      m.state as file_state, s.platform, s.url, s.caption, s.status, s.clipper_id, v.title, l.created_at as listing_started_at, c.handle, cp.username,
      (select coalesce(json_agg(json_build_object('by', u.name, 'views', f.views, 'at', f.confirmed_at)
        order by f.confirmed_at), '[]') from attestation_confirmations f join users u on u.id = f.person_id
        where f.attestation_id = p.id) as confirmations,
      exists (select from attestation_confirmations f where f.attestation_id = p.id and f.person_id = ${personId}) as is_mine,
      (select coalesce(json_agg(json_build_object('sentAt', o.sent_at, 'views', o.counted_views, 'mediaId', om.id)
        order by o.sent_at desc), '[]') from view_attestations o
        left join media_files om on om.id = o.media_id and om.state = 'ready'
        where o.submission_id = p.submission_id and o.decision = 'confirmed') as history,
      exists (select from attestation_audits a join fraud_holds h on h.id = a.fraud_hold_id where a.submission_id = p.submission_id
        and h.state in ('open', 'escalated')) as is_fresh,
      (select count(distinct o.submission_id)::int from view_attestations o where length(p.read_text) >= ${MIN_TEXT_LENGTH}
        and o.read_text = p.read_text and o.submission_id <> p.submission_id) as same_words
    from view_attestations p
    join clip_tracking t on t.submission_id = p.submission_id and t.count_level = 'attested' and t.state = 'polling'
    join submissions s on s.id = p.submission_id
    join listings l on l.id = s.listing_id
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    join connections c on c.id = s.connection_id
    join media_files m on m.id = p.media_id
    left join profiles cp on cp.user_id = s.clipper_id
    where p.decision is null and p.replaced_at is null and p.state <> 'waiting' ${by.after}
      ${state ? sql`and p.state = ${state}` : sql``}
      ${pattern ? sql`and (cp.username ilike ${pattern} or v.title ilike ${pattern} or c.handle ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = by.page(rows, PAGE_ROWS);
  return { rows: cut.rows.map(toWaiting), nextCursor: cut.nextCursor };
}

/** Texts shorter than this may be equal by chance and are not compared. */
const MIN_TEXT_LENGTH = 20;

interface WaitingRow extends SortedRow {
  submission_id: string;
  clipper_id: AccountId;
  media_id: string;
  state: AttestationState;
  reported_views: bigint;
  read_views: bigint | null;
  read_text: string | null;
  sent_at: Date;
  waiting_since: Date;
  file_state: string;
  platform: Platform;
  url: string;
  caption: string;
  status: SubmissionStatus;
  title: string;
  listing_started_at: Date;
  handle: string;
  username: string | null;
  confirmations: { by: string; views: number; at: string }[];
  is_mine: boolean;
  history: { sentAt: string; views: number; mediaId: string | null }[];
  is_fresh: boolean;
  same_words: number;
}

const toWaiting = (row: WaitingRow): WaitingAttestation => ({
  id: row.id,
  submissionId: row.submission_id,
  clipperId: row.clipper_id,
  clipper: row.username ?? 'clipper',
  listing: row.title,
  caption: row.caption,
  listingStartedAt: row.listing_started_at,
  platform: row.platform,
  handle: row.handle,
  postUrl: row.url,
  status: row.status,
  pictureUrl: row.file_state === 'ready' ? screenshotPath(row.media_id) : null,
  state: row.state,
  reportedViews: Number(row.reported_views),
  readViews: row.read_views === null ? null : Number(row.read_views),
  readText: row.read_text,
  sentAt: row.sent_at,
  confirmations: row.confirmations.map(({ by, views, at }) => ({ by, views, at: new Date(at) })),
  isMine: row.is_mine,
  history: row.history.map(({ sentAt, views, mediaId }) => ({
    sentAt: new Date(sentAt),
    views,
    pictureUrl: mediaId && screenshotPath(mediaId),
  })),
  isFresh: row.is_fresh,
  sameWords: row.same_words,
});
