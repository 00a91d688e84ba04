import { type RawBuilder, sql } from 'kysely';
import { type AdminFound, FOUND_ROWS } from '#contract/admin/admin-find.ts';
import type { Database } from '#server/infra/transaction.ts';
import { textQuery } from '#server/modules/listings/listings.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const END_OF_ID = /^[0-9a-f]{8}$/i;

/** Matches the column if the search is its id or the end of the id that pages show. */
function isId(column: string, search: string) {
  if (UUID.test(search)) return sql`${sql.ref(column)} = ${search}`;
  if (END_OF_ID.test(search)) return sql`right(${sql.ref(column)}::text, 8) = ${search.toLowerCase()}`;
  return sql`false`;
}

function byId(table: 'users' | 'listings' | 'submissions' | 'payouts', search: string) {
  return sql`select id from ${sql.table(table)} where ${isId('id', search)} limit ${FOUND_ROWS}`;
}

const nameOf = (search: string) => search.replace(/^@/, '').toLowerCase();

/** Matches person u with profile p if the search is exactly the name, the address or an id. */
function isNamed(search: string) {
  const name = nameOf(search);
  return sql`(${isId('u.id', search)} or p.username = ${name} or u.email = ${name} or lower(u.name) = ${name}) is true`;
}

/**
 * Selects people whose id or name matches. Each branch is limited, so that a common prefix costs no more than
 * a rare one. Rows are in index order, in which the exact name precedes longer names.
 */
export function personIds(search: string): RawBuilder<unknown> {
  const start = `${nameOf(search).replace(/[\\%_]/g, '\\$&')}%`;
  return sql`
    (${byId('users', search)})
    union (select user_id from profiles where username like ${start} order by username using ~<~ limit ${FOUND_ROWS})
    union (select id from users where email like ${start} order by email using ~<~ limit ${FOUND_ROWS})
    union (select id from users where lower(name) like ${start} order by lower(name) using ~<~ limit ${FOUND_ROWS})`;
}

export function listingIds(search: string): RawBuilder<unknown> {
  const words = textQuery(search);
  if (!words) return byId('listings', search);
  return sql`
    (${byId('listings', search)})
    union (select id from listings where state = 'active' and search_words @@ ${words} limit ${FOUND_ROWS})
    union (select id from listings where state <> 'active' and search_words @@ ${words} limit ${FOUND_ROWS})`;
}

/** Selects the clip with that id and the newest clips of each person found. */
export function clipIds(search: string): RawBuilder<unknown> {
  return sql`
    (${byId('submissions', search)}) union
    select own.id from (${personIds(search)}) who (id) cross join lateral (
      select c.id from submissions c where c.clipper_id = who.id
      order by c.submitted_at desc, c.id desc limit ${FOUND_ROWS}) own`;
}

export function payoutIds(search: string): RawBuilder<unknown> {
  return sql`
    (${byId('payouts', search)}) union
    (select id from payouts where reference = ${search} limit ${FOUND_ROWS}) union
    select own.id from (${personIds(search)}) who (id) cross join lateral (
      select c.id from payouts c where c.clipper_id = who.id
      order by c.requested_at desc, c.id desc limit ${FOUND_ROWS}) own`;
}

/**
 * Finds objects by a few letters, for an admin: at most five of each kind, each by its own index. Exact names
 * are first, then the newest objects.
 */
export async function findObjects(db: Database, search: string): Promise<AdminFound> {
  const people = sql<AdminFound['people'][number]>`
    select u.id, coalesce(p.username, u.name) as name, u.email, u.role
    from users u left join profiles p on p.user_id = u.id
    where u.id in (${personIds(search)}) order by ${isNamed(search)} desc, u.id desc limit ${FOUND_ROWS}`;
  const listings = sql<AdminFound['listings'][number]>`
    select l.id, l.title, coalesce(p.username, u.name) as creator, l.state as status
    from listings l join users u on u.id = l.host_id left join profiles p on p.user_id = u.id
    where l.id in (${listingIds(search)}) order by (${isId('l.id', search)}) is true desc, l.id desc limit ${FOUND_ROWS}`;
  const clips = sql<AdminFound['clips'][number]>`
    select s.id, coalesce(p.username, u.name) as clipper, l.title as listing, s.caption, s.url, s.status
    from submissions s join listings l on l.id = s.listing_id
    join users u on u.id = s.clipper_id left join profiles p on p.user_id = u.id
    where s.id in (${clipIds(search)})
    order by (${isId('s.id', search)}) is true desc, ${isNamed(search)} desc, s.id desc limit ${FOUND_ROWS}`;
  const payouts = sql<AdminFound['payouts'][number]>`
    select o.id, coalesce(p.username, u.name) as clipper, o.amount_micros as "amountMicros", o.state,
      o.requested_at as "requestedAt"
    from payouts o join users u on u.id = o.clipper_id left join profiles p on p.user_id = u.id
    where o.id in (${payoutIds(search)})
    order by (${isId('o.id', search)} or o.reference = ${search}) is true desc, ${isNamed(search)} desc, o.id desc
    limit ${FOUND_ROWS}`;
  const [found, titles, posts, sums] = await Promise.all([
    people.execute(db),
    listings.execute(db),
    clips.execute(db),
    payouts.execute(db),
  ]);
  return { people: found.rows, listings: titles.rows, clips: posts.rows, payouts: sums.rows };
}
