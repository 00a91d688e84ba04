import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { tagsIn } from '#contract/submissions/caption-tags.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { missingTags } from './caption.ts';
import type { CheckDeps } from './check.ts';
import { resolvePost } from './resolve-post.ts';
import { lookupsUsed } from './rules.ts';

/** If a caption contains the tags of more listings than this, only this many are compared. */
const COMPARED = 50;

/**
 * Returns the open listing whose required hashtags and mentions are all in the caption of the person's own
 * post. If several match, the listing that requires the most tags is chosen. Returns null if none matches or
 * several require equally many.
 */
export async function recogniseListing(
  deps: CheckDeps,
  { clipperId, url }: { clipperId: AccountId; url: string },
): Promise<Outcome<{ listingId: string | null }, 'platform_lookups_used'>> {
  const link = await resolvePost(deps.resolveLink, url);
  if (!link.ok) return { listingId: null };
  const { platform, id: postId, handle: handleInLink } = link;
  const found = await deps.findPost({ accountId: clipperId, platform, postId, handleInLink });
  if (found.kind === 'quota_used') {
    return refuse('platform_lookups_used', { detail: lookupsUsed(found.until) });
  }
  if (found.kind !== 'found' || found.level !== 'platform') return { listingId: null };
  const { caption } = found.post;
  const open = await listingsNamed(deps.db, { clipperId, platform, tags: tagsIn(caption) });
  const fitting = open.filter(({ required_tags }) => missingTags(caption, required_tags).length === 0);
  const [most, next] = fitting.toSorted((a, b) => b.required_tags.length - a.required_tags.length);
  const isOne = most && next?.required_tags.length !== most.required_tags.length;
  return { listingId: isOne ? most.id : null };
}

/** Returns open listings of other people whose required tags are all among `tags`. */
export async function listingsNamed(
  db: Database,
  { clipperId, platform, tags }: { clipperId: AccountId; platform: PostPlatform; tags: string[] },
): Promise<{ id: string; required_tags: string[] }[]> {
  if (tags.length === 0) return [];
  const { rows } = await sql<{ id: string; required_tags: string[] }>`
    select l.id, v.required_tags from listing_versions v
    join listings l on l.id = v.listing_id and l.current_version = v.version
    where v.required_tags <> '{}' and lowered(v.required_tags) && lowered(${tags}::text[])
      and lowered(v.required_tags) <@ lowered(${tags}::text[])
      and l.state = 'active' and ${platform} = any(l.platforms) and l.host_id <> ${clipperId}
      and not exists (select from clipper_blocks b where b.host_id = l.host_id and b.clipper_id = ${clipperId})
    order by cardinality(v.required_tags) desc, l.id desc limit ${COMPARED}`.execute(db);
  return rows;
}
