import { sql } from 'kysely';
import { photoPath } from '#contract/media.ts';
import { type Micros, micros } from '#contract/money.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Whether nobody but `userId` has the normalized username. */
export async function isFree(db: Database, username: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('username', '=', username)
    .where('user_id', '<>', userId)
    .executeTakeFirst();
  return other === undefined;
}

export interface PublicProfile {
  username: string;
  role: 'host' | 'clipper';
  avatarUrl: string | null;
  earnedMicros: Micros | null;
  activeListings: number;
  approvedClips: number;
  totalViews: number;
}

/** Name and computed figures; a host's are those of the clips on its listings. Null for the banned and the closed, as if unknown. */
export async function findPublicProfile(db: Database, username: string): Promise<PublicProfile | null> {
  const profile = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select([
      'users.id',
      'users.role',
      'profiles.username',
      'profiles.avatar_media_id as avatarId',
      'profiles.earnings_hidden as earningsHidden',
    ])
    .where('profiles.username', '=', username)
    .where('users.banned_at', 'is', null)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
  if (profile?.role !== 'host' && profile?.role !== 'clipper') return null;
  const figures =
    profile.role === 'host' ? await hostFigures(db, profile.id) : await clipperFigures(db, profile.id);
  return {
    username: profile.username,
    role: profile.role,
    avatarUrl: photoPath(profile.avatarId),
    ...figures,
    earnedMicros: profile.earningsHidden ? null : figures.earnedMicros,
  };
}

type Figures = Pick<PublicProfile, 'activeListings' | 'approvedClips' | 'totalViews'> & {
  earnedMicros: Micros;
};

interface FiguresRow {
  earned: bigint;
  listings: bigint;
  clips: bigint;
  views: bigint;
}

async function hostFigures(db: Database, hostId: string): Promise<Figures> {
  const { rows } = await sql<FiguresRow>`
    select
      (select count(*) from listings where host_id = ${hostId} and state = 'active') as listings,
      count(s.id) as clips,
      coalesce(sum(e.paid_micros), 0)::bigint as earned,
      coalesce(sum(t.eligible_views), 0)::bigint as views
    from submissions s
      join listings l on l.id = s.listing_id
      left join clip_earnings e on e.submission_id = s.id
      left join clip_tracking t on t.submission_id = s.id
    where l.host_id = ${hostId} and s.status = 'approved'`.execute(db);
  return toFigures(rows[0]!);
}

async function clipperFigures(db: Database, clipperId: string): Promise<Figures> {
  const { rows } = await sql<FiguresRow>`
    select
      0::bigint as listings,
      count(s.id) as clips,
      coalesce(sum(e.paid_micros), 0)::bigint as earned,
      coalesce(sum(t.eligible_views), 0)::bigint as views
    from submissions s
      left join clip_earnings e on e.submission_id = s.id
      left join clip_tracking t on t.submission_id = s.id
    where s.clipper_id = ${clipperId} and s.status = 'approved'`.execute(db);
  return toFigures(rows[0]!);
}

const toFigures = (row: FiguresRow): Figures => ({
  earnedMicros: micros(row.earned),
  activeListings: Number(row.listings),
  approvedClips: Number(row.clips),
  totalViews: Number(row.views),
});

export async function earningsHidden(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('earnings_hidden')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.earnings_hidden ?? false;
}
