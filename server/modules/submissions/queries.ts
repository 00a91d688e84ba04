import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { ATTESTED_MAX } from '#contract/limits.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import { type Micros, micros } from '#contract/money.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { CaptionProblem } from '#contract/submissions/caption-checks.ts';
import type { RejectReason } from '#contract/submissions/reject-reasons.ts';
import type { Platform } from '#contract/wire/primitives.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { comparesClips } from '#server/modules/media/media.ts';
import { type CaptionCheckColumns, captionCheckColumns, captionProblemOf } from './caption.ts';

/** The rules of a listing's current version, as the checks of a submission need them. */
export interface ListingForCheck {
  id: string;
  version: number;
  hostId: AccountId;
  title: string;
  state: string;
  createdAt: Date;
  platforms: Platform[];
  clipsPerClipper: number;
  decisionHours: number;
  requiredTags: string[];
  disclosureRequired: boolean;
  minSeconds: number | null;
  maxSeconds: number | null;
  /** Whether clip files are compared with the listing's source. */
  comparesClips: boolean;
  /** The kinds of views it pays. */
  counted: CountedTerms;
}

/**
 * SQL: the most that a clip may earn, in micro-dollars; null if there is no maximum. Defined only here. Needs
 * clip_tracking as `t` and the clip's listing version as `v`.
 */
export const clipMaximum: RawBuilder<bigint | null> = sql`case
  when t.count_level = 'attested' then least(v.max_payout_micros, ${sql.lit(ATTESTED_MAX)}::bigint)
  else v.max_payout_micros end`;

/** Returns the country to which a person is paid; null if the person has not stated it. */
export async function countryOf(db: Database, accountId: AccountId): Promise<string | null> {
  const row = await db
    .selectFrom('payout_countries')
    .select('country')
    .where('user_id', '=', accountId)
    .executeTakeFirst();
  return row?.country ?? null;
}

/** Returns whether the owner of a connected account releases its analytics. */
export async function releasesAnalytics(db: Database, connectionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('id', '=', connectionId)
    .where('state', '=', 'active')
    .where('analytics_released_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listingForCheck(db: Database, id: string): Promise<ListingForCheck | null> {
  const row = await db
    .selectFrom('listings as l')
    .innerJoin('listing_versions as v', (join) =>
      join.onRef('v.listing_id', '=', 'l.id').onRef('v.version', '=', 'l.current_version'),
    )
    .leftJoin('media_files as m', 'm.id', 'v.source_media_id')
    .select([
      'l.id',
      'l.current_version as version',
      'l.host_id as hostId',
      'l.state',
      'l.created_at as createdAt',
      'v.title',
      'v.platforms',
      'v.clips_per_clipper as clipsPerClipper',
      'v.decision_hours as decisionHours',
      'v.required_tags as requiredTags',
      'v.disclosure_required as disclosureRequired',
      'v.min_seconds as minSeconds',
      'v.max_seconds as maxSeconds',
      comparesClips('m').as('comparesClips'),
      'v.counted_views as countedViews',
      'v.counted_countries as countedCountries',
    ])
    .where('l.id', '=', id)
    .where('l.state', '<>', 'removed')
    .executeTakeFirst();
  if (!row) return null;
  const { countedViews, countedCountries, ...listing } = row;
  return {
    ...listing,
    platforms: row.platforms as Platform[],
    counted: { countedViews, countedCountries },
  };
}

export async function postInUse(db: Database, platform: Platform, postId: string): Promise<boolean> {
  const row = await db
    .selectFrom('submissions')
    .select('id')
    .where('platform', '=', platform)
    .where('post_id', '=', postId)
    .where('status', 'in', ['pending', 'approved'])
    .executeTakeFirst();
  return row !== undefined;
}

/** A post on its platform. */
interface Post {
  platform: Platform;
  id: string;
}

export interface Rejection {
  id: string;
  reason: RejectReason | null;
}

/** Returns the rejections of a post on a listing, with their reasons. */
export async function rejectionsOf(db: Database | Tx, listingId: string, post: Post): Promise<Rejection[]> {
  const rows = await db
    .selectFrom('submissions')
    .select(['id', 'reject_reason'])
    .where('platform', '=', post.platform)
    .where('post_id', '=', post.id)
    .where('listing_id', '=', listingId)
    .where('status', '=', 'rejected')
    .execute();
  return rows.map((row) => ({ id: row.id, reason: row.reject_reason as RejectReason | null }));
}

/**
 * Returns the other posts that a clipper submitted to a listing, which count against its limit. A post counts
 * once.
 */
export async function otherPostsOnListing(
  db: Database | Tx,
  listingId: string,
  clipperId: AccountId,
  post: Post | null,
): Promise<number> {
  const { rows } = await sql<{ posts: bigint }>`
    select count(distinct (platform, post_id)) as posts from submissions
    where listing_id = ${listingId} and clipper_id = ${clipperId} and status <> 'withdrawn'
      ${post ? sql`and (platform, post_id) <> (${post.platform}, ${post.id})` : sql``}`.execute(db);
  return Number(rows[0]!.posts);
}

export async function isBlocked(
  db: Database | Tx,
  hostId: AccountId,
  clipperId: AccountId,
): Promise<boolean> {
  const row = await db
    .selectFrom('clipper_blocks')
    .select('clipper_id')
    .where('host_id', '=', hostId)
    .where('clipper_id', '=', clipperId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the id of the clipper with that name; null for unknown names and for banned clippers. */
export async function findClipper(db: Database | Tx, typed: string): Promise<AccountId | null> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('accounts as u', 'u.id', 'p.user_id')
    .select('u.id')
    .where('p.username', '=', typed.replace(/^@/, ''))
    .where('u.role', '=', 'clipper')
    .where('u.banned_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns a person's name as notices write it: "@tess_cuts". */
export async function nameOf(db: Database | Tx, accountId: AccountId): Promise<string> {
  const profile = await db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', accountId)
    .executeTakeFirst();
  return profile ? `@${profile.username}` : 'Someone';
}

/**
 * Returns the parts that the clip's caption lacked when it was last read; null if the caption was complete.
 */
export async function missingInClip(
  db: Database,
  submissionId: string,
  platform: PostPlatform,
): Promise<CaptionProblem | null> {
  const { rows } = await sql<CaptionCheckColumns>`
    select ${captionCheckColumns} from caption_checks w where w.submission_id = ${submissionId}`.execute(db);
  return rows[0] ? captionProblemOf(rows[0], platform) : null;
}

/** SQL: the platform recently failed to show the post of clip tracking `t`. */
export const isPostGone = sql<boolean>`(t.state = 'gone' or t.missing_since is not null and t.trouble is distinct from 'not_connected')`;

/**
 * Returns the data for the player of a clip: its post, its participants, and whether the platform recently
 * failed to show the post.
 */
export async function watchedPost(db: Database, submissionId: string) {
  const row = await db
    .selectFrom('submissions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .innerJoin('clip_tracking as t', 't.submission_id', 's.id')
    .select(['s.clipper_id', 'l.host_id', 's.platform', 's.post_id', isPostGone.as('is_gone')])
    .where('s.id', '=', submissionId)
    .executeTakeFirst();
  return (
    row && {
      clipperId: row.clipper_id,
      hostId: row.host_id,
      platform: row.platform as PostPlatform,
      postId: row.post_id,
      isGone: row.is_gone,
    }
  );
}

/**
 * Returns what the clip's counted views earn once it is approved, limited by its maximum and the listing's
 * budget.
 */
export async function worthOf(tx: Tx, submissionId: string): Promise<Micros> {
  const { rows } = await sql<{ worth: bigint }>`
    select least(
      views_that_count(t.by_figures, t.submission_id, t.eligible_views, t.views) * v.rate_cents_per_mille * 10,
      ${clipMaximum}, coalesce(b.balance_micros, 0))::bigint as worth
    from submissions s
    join clip_tracking t on t.submission_id = s.id
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    left join ledger_accounts b on b.kind = 'listing' and b.owner_id = s.listing_id
    where s.id = ${submissionId}`.execute(tx);
  return micros(rows[0]?.worth ?? 0n);
}
