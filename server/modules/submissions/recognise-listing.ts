import { sql } from 'kysely';
import type { PostPlatform } from '#contract/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';
import { type CheckDeps, resolvePost } from './check.ts';
import { missingTags } from './rules.ts';

/** Of the listings that ask for tags, so many of those whose tags stand in a caption are looked at. */
const LOOKED_AT = 50;

/**
 * The open listing that the caption of one's own post names by its required hashtags and mentions; null where none or
 * several do. Of listings whose tags are all there, the one that asks for the most is meant.
 */
export async function recogniseListing(
  deps: CheckDeps,
  { clipperId, url }: { clipperId: string; url: string },
): Promise<string | null> {
  const link = await resolvePost(deps, url);
  if (!link.ok) return null;
  const { platform, id: postId, handle: handleInLink } = link;
  const found = await deps.findPost({ userId: clipperId, platform, postId, handleInLink });
  if (found.kind !== 'found' || found.level !== 'platform') return null;
  const { caption } = found.post;
  const open = await openListingsNamed(deps.db, { clipperId, platform, caption });
  const fitting = open.filter(({ required_tags }) => missingTags(caption, required_tags).length === 0);
  const [most, next] = fitting.toSorted((a, b) => b.required_tags.length - a.required_tags.length);
  return most && next?.required_tags.length !== most.required_tags.length ? most.id : null;
}

/** Listings of others that take clips, and whose tags all stand somewhere in the caption. */
async function openListingsNamed(
  db: Database,
  { clipperId, platform, caption }: { clipperId: string; platform: PostPlatform; caption: string },
): Promise<{ id: string; required_tags: string[] }[]> {
  const { rows } = await sql<{ id: string; required_tags: string[] }>`
    select l.id, v.required_tags from listings l
    join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    where l.state = 'active' and ${platform} = any(l.platforms) and cardinality(v.required_tags) > 0
      and not exists (select from unnest(v.required_tags) tag where position(lower(tag) in lower(${caption})) = 0)
      and l.host_id <> ${clipperId}
      and not exists (select from clipper_blocks b where b.host_id = l.host_id and b.clipper_id = ${clipperId})
    order by cardinality(v.required_tags) desc, l.id desc limit ${LOOKED_AT}`.execute(db);
  return rows;
}
