import { sql } from 'kysely';
import type { FeedRow } from '#contract/listings/listings.ts';
import { photoPath } from '#contract/media/media.ts';
import { comparesClips, opensInStudio, posterPath } from '#server/modules/media/media.ts';

/** The columns that the feed and a listing's page share, of listing `l` with its account `a`. */
export interface FeedSqlRow extends Omit<FeedRow, 'host' | 'sourcePosterUrl'> {
  username: string | null;
  avatar_media_id: string | null;
  median_hours_to_decide: number | null;
  approved_share: number | null;
  rejections: number | null;
  overturned: number | null;
  paid_share: number | null;
  source_media_id: string | null;
  has_poster: boolean | null;
}

/** Without the columns of the listing's budget. */
export const feedColumns = sql`
  l.id, l.title, p.username, p.avatar_media_id, h.median_hours_to_decide, h.approved_share, h.rejections, h.overturned,
  h.paid_share, l.platforms, l.language, l.category, l.rate_cents_per_mille as "rateCentsPerMille", l.created_at as "createdAt",
  v.max_payout_micros as "maxPayoutMicros", v.min_views::float8 as "minViews", v.counted_views as "countedViews",
  v.counted_countries as "countedCountries", v.decision_hours as "decisionHours",
  case when v.source_media_id is null then 'link' else 'upload' end as "sourceKind",
  m.duration_ms::float8 as "sourceDurationMs", v.source_media_id, m.has_poster,
  ${comparesClips('m')} as "comparesClips", ${opensInStudio('m')} as "opensInStudio", coalesce(f.paid_clips, 0) as "paidClips",
  f.typical_micros as "typicalMicros", coalesce(f.competing_clips, 0) as "competingClips",
  coalesce(f.expected_micros, 0) as "expectedMicros", coalesce(spend.week_micros, 0) as "lastWeekMicros"`;

export const feedJoins = sql`
  join listing_versions v on v.listing_id = l.id and v.version = l.current_version
  left join profiles p on p.user_id = l.host_id
  left join host_stats h on h.host_id = l.host_id
  left join media_files m on m.id = v.source_media_id
  left join listing_forecasts f on f.listing_id = l.id
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
  ...row,
  host: {
    username: row.username ?? '',
    avatarUrl: photoPath(row.avatar_media_id),
    medianHoursToDecide: row.median_hours_to_decide,
    approvedShare: row.approved_share,
    rejections: rejectionsOf(row),
    paidShare: row.paid_share,
  },
  sourcePosterUrl: sourcePoster(row),
});
