import { sql } from 'kysely';
import type { FeedRow } from '#contract/listings/listings.ts';
import { photoPath } from '#contract/media/media.ts';
import { micros } from '#contract/money.ts';
import type { Platform } from '#contract/wire/primitives.ts';
import { comparesClips, posterPath } from '#server/modules/media/media.ts';

/** The columns that the feed and a listing's page share, of listing `l` with its account `a`. */
export interface FeedSqlRow {
  id: string;
  title: string;
  username: string | null;
  avatar_media_id: string | null;
  median_hours_to_decide: number | null;
  approved_share: number | null;
  rejections: number | null;
  overturned: number | null;
  paid_share: number | null;
  platforms: Platform[];
  language: string;
  rate_cents_per_mille: number;
  funded_micros: bigint;
  free_micros: bigint;
  reserved_micros: bigint;
  last_week_micros: bigint;
  max_payout_micros: bigint | null;
  min_views: bigint;
  counted_views: FeedRow['countedViews'];
  counted_countries: string[];
  decision_hours: number;
  created_at: Date;
  source_kind: 'upload' | 'link';
  source_duration_ms: bigint | null;
  source_media_id: string | null;
  has_poster: boolean | null;
  compares_clips: boolean;
}

export const feedColumns = sql`
  l.id, l.title, p.username, p.avatar_media_id, h.median_hours_to_decide, h.approved_share, h.rejections, h.overturned,
  h.paid_share,  l.platforms, l.language, l.rate_cents_per_mille, l.created_at, v.max_payout_micros, v.min_views, v.counted_views, v.counted_countries, v.decision_hours,
  case when v.source_media_id is null then 'link' else 'upload' end as source_kind,
  m.duration_ms as source_duration_ms, v.source_media_id, m.has_poster,
  ${comparesClips('m')} as compares_clips, coalesce(spend.week_micros, 0) as last_week_micros`;

export const feedJoins = sql`
  join listing_versions v on v.listing_id = l.id and v.version = l.current_version
  left join profiles p on p.user_id = l.host_id
  left join host_stats h on h.host_id = l.host_id
  left join media_files m on m.id = v.source_media_id
  left join listing_spend_rates spend on spend.listing_id = l.id`;

/** Returns a host's rejections and how many of them appeals overturned; null if the host rejected nothing. */
export const rejectionsOf = ({ rejections, overturned }: Pick<FeedSqlRow, 'rejections' | 'overturned'>) =>
  rejections ? { all: rejections, overturned: overturned ?? 0 } : null;

/** Returns the poster of the row's source; null if the source is a link or has no picture. */
export const sourcePoster = ({
  source_media_id: id,
  has_poster,
}: Pick<FeedSqlRow, 'source_media_id' | 'has_poster'>) =>
  id && posterPath({ id, has_poster: has_poster === true });

export const toFeedRow = (row: FeedSqlRow): FeedRow => ({
  id: row.id,
  title: row.title,
  host: {
    username: row.username ?? '',
    avatarUrl: photoPath(row.avatar_media_id),
    medianHoursToDecide: row.median_hours_to_decide,
    approvedShare: row.approved_share,
    rejections: rejectionsOf(row),
    paidShare: row.paid_share,
  },
  platforms: row.platforms,
  language: row.language,
  rateCentsPerMille: row.rate_cents_per_mille,
  fundedMicros: micros(row.funded_micros),
  freeMicros: micros(row.free_micros),
  reservedMicros: micros(row.reserved_micros),
  lastWeekMicros: micros(row.last_week_micros),
  maxPayoutMicros: row.max_payout_micros === null ? null : micros(row.max_payout_micros),
  minViews: Number(row.min_views),
  countedViews: row.counted_views,
  countedCountries: row.counted_countries,
  decisionHours: row.decision_hours,
  createdAt: row.created_at,
  sourceKind: row.source_kind,
  sourceDurationMs: row.source_duration_ms === null ? null : Number(row.source_duration_ms),
  sourcePosterUrl: sourcePoster(row),
  comparesClips: row.compares_clips,
});
