import { type RawBuilder, sql } from 'kysely';
import { type AdminListingShown, OBJECT_ROWS } from '#contract/admin/admin-objects.ts';
import { parsePostUrl } from '#contract/platforms/post-url.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Only this many waiting requests and this many handled ones are searched. */
const NEWEST = 200;

type Takedown = AdminListingShown['takedowns'][number];

const newest = (handled: RawBuilder<unknown>) => sql`
  (select id, name, work, url, created_at as "sentAt", handled_at is not null as handled
  from takedown_requests where ${handled} order by created_at desc, id desc limit ${NEWEST})`;

/**
 * Selects the posts among `posts` that were submitted to the listing. Each post is looked up by the index on
 * posts.
 */
export const submittedPosts = (listingId: string, posts: { platform: string; id: string }[]) =>
  sql<{ platform: string; id: string }>`
    select asked.platform, asked.id
    from unnest(${posts.map(({ platform }) => platform)}::text[], ${posts.map(({ id }) => id)}::text[]) asked (platform, id)
    cross join lateral (select s.listing_id from submissions s
      where s.platform = asked.platform and s.post_id = asked.id and s.listing_id = ${listingId} limit 1) clip`;

/** Finds, among the newest requests, those about the listing's page or a post submitted to it. */
export async function takedownsAbout(db: Database, listingId: string): Promise<Takedown[]> {
  const { rows } = await sql<Takedown & { url: string }>`
    ${newest(sql`handled_at is null`)} union all ${newest(sql`handled_at is not null`)}
    order by "sentAt" desc, id desc`.execute(db);
  const read = rows.map(({ url, ...request }) => ({ url, request, post: parsePostUrl(url) }));
  const named = read.flatMap(({ post }) => (post.ok ? [post] : []));
  const submitted = await submittedPosts(listingId, named).execute(db);
  const keys = new Set(submitted.rows.map(({ platform, id }) => `${platform} ${id}`));
  return read
    .filter(
      ({ url, post }) => url.includes(listingId) || (post.ok && keys.has(`${post.platform} ${post.id}`)),
    )
    .map(({ request }) => request)
    .slice(0, OBJECT_ROWS);
}
