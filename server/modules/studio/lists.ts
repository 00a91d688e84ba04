import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { STUDIO_PROJECTS_MAX } from '#contract/studio.ts';
import { STUDIO_SOURCES_SHOWN, type StudioProjectRow, type StudioSourceRow } from '#contract/studio-lists.ts';
import type { Database } from '#server/infra/transaction.ts';
import { opensInStudio, posterPath } from '#server/modules/media/media.ts';

/** The picture of the row's source; without a source the listing has only a link. */
interface WithPoster {
  source_media_id: string | null;
  has_poster: boolean | null;
}

const withPoster = <Row extends WithPoster>({ source_media_id: id, has_poster, ...row }: Row) => ({
  ...row,
  sourcePosterUrl: id && posterPath({ id, has_poster: has_poster === true }),
});

/** Returns a person's projects, last changed first. Cuts of an unreadable project count as none. */
export async function listProjects(db: Database, clipperId: AccountId): Promise<StudioProjectRow[]> {
  const { rows } = await sql<Omit<StudioProjectRow, 'sourcePosterUrl'> & WithPoster>`
    select s.listing_id as "listingId", l.title, coalesce(p.username, '') as "hostUsername", l.state,
      v.source_media_id, m.has_poster, c.cuts, c.seconds, s.updated_at as "changedAt"
    from studio_projects s
    join listings l on l.id = s.listing_id
    join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    left join media_files m on m.id = v.source_media_id
    left join profiles p on p.user_id = l.host_id
    cross join lateral (
      select count(*)::int as cuts, coalesce(sum(cut."end" - cut.start), 0) as seconds
      from jsonb_to_recordset(
        case when jsonb_typeof(s.project -> 'cuts') = 'array' then s.project -> 'cuts' else '[]' end
      ) as cut (start float8, "end" float8)) as c
    where s.clipper_id = ${clipperId}
    order by s.updated_at desc, s.listing_id desc limit ${STUDIO_PROJECTS_MAX}`.execute(db);
  return rows.map(withPoster);
}

/**
 * Returns active listings whose source browsers can play, except those that the clipper has begun to cut and
 * those of hosts who blocked the clipper.
 */
export async function listSources(db: Database, clipperId: AccountId): Promise<StudioSourceRow[]> {
  const { rows } = await sql<Omit<StudioSourceRow, 'sourcePosterUrl'> & WithPoster>`
    select l.id as "listingId", l.title, coalesce(p.username, '') as "hostUsername",
      l.rate_cents_per_mille as "rateCentsPerMille", v.counted_views as "countedViews",
      v.counted_countries as "countedCountries", coalesce(a.balance_micros, 0) as "freeMicros",
      m.duration_ms::float8 as "durationMs", v.source_media_id, m.has_poster
    from listing_forecasts f
    join listings l on l.id = f.listing_id and l.state = 'active'
    join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    join media_files m on m.id = v.source_media_id and ${opensInStudio('m')}
    left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
    left join profiles p on p.user_id = l.host_id
    where not exists (
        select from studio_projects s where s.clipper_id = ${clipperId} and s.listing_id = l.id)
      and not exists (
        select from clipper_blocks b where b.host_id = l.host_id and b.clipper_id = ${clipperId})
    order by f.expected_micros desc, f.listing_id desc limit ${STUDIO_SOURCES_SHOWN}`.execute(db);
  return rows.map(withPoster);
}
