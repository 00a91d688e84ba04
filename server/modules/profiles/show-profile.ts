import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { photoPath } from '#contract/media/media.ts';
import { micros } from '#contract/money.ts';
import type { ProfileClip, ProfileListing, PublicProfile } from '#contract/profiles.ts';
import type { Database } from '#server/infra/transaction.ts';
import { hostRecord } from './host-record.ts';

const LISTINGS_SHOWN = 20;
const CLIPS_SHOWN = 5;

/**
 * Returns a person's name and computed figures. A host's figures are those of the clips on the host's
 * listings. Returns null for banned and closed accounts, as for unknown names.
 */
export async function findPublicProfile(db: Database, username: string): Promise<PublicProfile | null> {
  const profile = await db
    .selectFrom('profiles')
    .innerJoin('accounts', 'accounts.id', 'profiles.user_id')
    .select([
      'accounts.id',
      'accounts.role',
      'profiles.username',
      'profiles.avatar_media_id as avatarId',
      'profiles.earnings_hidden as earningsHidden',
    ])
    .where('profiles.username', '=', username)
    .where('accounts.banned_at', 'is', null)
    .where('accounts.closed_at', 'is', null)
    .executeTakeFirst();
  if (profile?.role !== 'host' && profile?.role !== 'clipper') return null;
  const { id, role, earningsHidden } = profile;
  const shown =
    role === 'host' ? await hostSide(db, id) : await clipperSide(db, id, { showClips: !earningsHidden });
  return {
    username: profile.username,
    role,
    avatarUrl: photoPath(profile.avatarId),
    ...shown,
    earnedMicros: earningsHidden ? null : shown.earnedMicros,
  };
}

type Side = Omit<PublicProfile, 'username' | 'role' | 'avatarUrl'>;

interface FiguresRow {
  earned: bigint;
  clips: bigint;
  views: bigint;
}

const toFigures = (row: FiguresRow) => ({
  earnedMicros: micros(row.earned),
  approvedClips: Number(row.clips),
  totalViews: Number(row.views),
});

/**
 * SQL: the verified views of a clip (submissions s, clip_tracking t, clip_earnings e). While a hold is open,
 * only the paid views.
 */
const verifiedViews = sql<bigint>`case
  when exists (select from fraud_holds h where h.submission_id = s.id and h.state in ('open', 'escalated'))
    then coalesce(e.paid_views, 0)
  else t.eligible_views end`;

async function hostSide(db: Database, hostId: AccountId): Promise<Side> {
  const figures = await sql<FiguresRow & { listings: bigint }>`
    select
      (select count(*) from listings where host_id = ${hostId} and state = 'active') as listings,
      count(s.id) as clips,
      coalesce(sum(e.paid_micros), 0)::bigint as earned,
      coalesce(sum(${verifiedViews}), 0)::bigint as views
    from submissions s
      join listings l on l.id = s.listing_id
      left join clip_earnings e on e.submission_id = s.id
      left join clip_tracking t on t.submission_id = s.id
    where l.host_id = ${hostId} and s.status = 'approved'`.execute(db);
  const row = figures.rows[0]!;
  return {
    ...toFigures(row),
    activeListings: Number(row.listings),
    listings: await activeListings(db, hostId),
    reliability: await reliabilityOf(db, hostId),
    decidedClips: null,
    topClips: null,
  };
}

async function activeListings(db: Database, hostId: AccountId): Promise<ProfileListing[]> {
  const { rows } = await sql<ProfileListing>`
    select l.id, l.title, l.platforms, l.rate_cents_per_mille as "rateCentsPerMille", v.counted_views as "countedViews",
      v.counted_countries as "countedCountries", coalesce(a.balance_micros, 0) as "freeMicros"
    from listings l
      join listing_versions v on v.listing_id = l.id and v.version = l.current_version
      left join ledger_accounts a on a.owner_id = l.id and a.kind = 'listing'
    where l.host_id = ${hostId} and l.state = 'active'
    order by l.created_at desc, l.id desc limit ${LISTINGS_SHOWN}`.execute(db);
  return rows;
}

/** Returns the host's record as the feed shows it. Unknown figures are null. */
async function reliabilityOf(db: Database, hostId: AccountId): Promise<PublicProfile['reliability']> {
  const card = await db.selectFrom('host_stats').selectAll().where('host_id', '=', hostId).executeTakeFirst();
  return hostRecord(card ?? noCard);
}

const noCard = {
  median_hours_to_decide: null,
  approved_share: null,
  rejections: null,
  overturned: null,
  paid_share: null,
  reject_reasons: {},
  fraud_holds_appealed: null,
  fraud_holds_overturned: null,
};

async function clipperSide(
  db: Database,
  clipperId: AccountId,
  { showClips }: { showClips: boolean },
): Promise<Side> {
  const figures = await sql<FiguresRow & { decided: bigint }>`
    select
      count(*) filter (where s.status = 'approved') as clips,
      count(*) as decided,
      coalesce(sum(e.paid_micros), 0)::bigint as earned,
      coalesce(sum(${verifiedViews}) filter (where s.status = 'approved'), 0)::bigint as views
    from submissions s
      left join clip_earnings e on e.submission_id = s.id and s.status = 'approved'
      left join clip_tracking t on t.submission_id = s.id
    where s.clipper_id = ${clipperId} and s.status in ('approved', 'rejected')`.execute(db);
  const row = figures.rows[0]!;
  return {
    ...toFigures(row),
    activeListings: 0,
    listings: [],
    reliability: null,
    decidedClips: Number(row.decided),
    topClips: showClips ? await topClips(db, clipperId) : null,
  };
}

async function topClips(db: Database, clipperId: AccountId): Promise<ProfileClip[]> {
  const { rows } = await sql<ProfileClip>`
    select s.listing_id as "listingId", l.title as "listingTitle", s.platform, coalesce(${verifiedViews}, 0)::float8 as views,
      coalesce(t.count_level, 'platform') as "countLevel"
    from submissions s
      join listings l on l.id = s.listing_id and l.state <> 'removed'
      left join clip_tracking t on t.submission_id = s.id
      left join clip_earnings e on e.submission_id = s.id
    where s.clipper_id = ${clipperId} and s.status = 'approved'
    order by views desc, s.id limit ${CLIPS_SHOWN}`.execute(db);
  return rows;
}
