import { sql } from 'kysely';
import { after, HOUR, MINUTE } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * The kinds of calls: for posts, for tokens (or the account itself), and for the analytics that an owner
 * releases.
 */
export type AskedApi = 'posts' | 'tokens' | 'analytics';

export interface AskedAccount {
  connectionId: string;
  api: AskedApi;
  now: Date;
}

/**
 * If fewer people are refused, refusals are not compared. Of a hundred accounts about one a day really loses
 * access. Three such losses coincide within one retry interval less than once in a hundred years; two can be
 * one person's doing.
 */
export const PEOPLE_MIN = 3;
/**
 * The app counts as refused if more than this share of the called people are refused. When a single account
 * is lost, the others stay readable.
 */
const SHARE_MIN = 0.5;
/**
 * Refusals within this time are compared. It is longer than the longest wait before a retry (75 minutes; a
 * day for analytics), so that each account that is still refused is included.
 */
const AT_ONE_TIME_MS: Record<AskedApi, number> = {
  posts: 90 * MINUTE,
  tokens: 90 * MINUTE,
  analytics: 25 * HOUR,
};
/**
 * The kinds of calls whose refusals are compared. An app that loses access is refused both posts and tokens.
 */
const COMPARED: Record<AskedApi, AskedApi[]> = {
  posts: ['posts', 'tokens'],
  tokens: ['posts', 'tokens'],
  analytics: ['analytics'],
};

/** Recent answers of an account's platform to all of its people. */
export interface Standing {
  /** People with an account connected by sign-in, counted up to `PEOPLE_MIN`. */
  people: number;
  /** People whose last call was refused and who are not at fault, counted up to `PEOPLE_MIN`. */
  unread: number;
  /** Whether another person's account was read since this account's first refusal. */
  othersRead: boolean;
  /** Whether most people were found refused since `countedSince`. */
  isHeld: boolean;
}

/**
 * Reads the standing of an account's platform. Reads only a few rows of each kind, however many accounts are
 * refused.
 */
export async function readStanding(
  db: Database,
  { connectionId, api }: AskedAccount,
  { firstAt, countedSince }: { firstAt: Date; countedSince: Date },
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    with own as (select user_id, platform from connections where id = ${connectionId})
    select
      (select count(*)::int from (select distinct c.user_id from connections c join own on own.platform = c.platform
        where ${isPeer(api)} limit ${PEOPLE_MIN}) p) as people,
      (select count(*)::int from (select distinct c.user_id from ${refusals(api)} limit ${PEOPLE_MIN}) u) as unread,
      exists (select from ${answers(api, sql`${firstAt}::timestamptz`)} r, own where r.user_id <> own.user_id) as "othersRead",
      exists (select from app_refusals a join own on own.platform = a.platform
        where a.api = ${api} and a.is_inferred and a.counted_at > ${countedSince}) as "isHeld"`.execute(db);
  return rows[0]!;
}

/** Whether most people whose accounts were called since the first current refusal are refused. */
export async function isMostRefused(
  db: Database,
  { connectionId, api, now }: AskedAccount,
): Promise<boolean> {
  const { rows } = await sql<{ refused: number; read: number }>`
    with own as (select user_id, platform from connections where id = ${connectionId}),
    held as (
      select min(a.since) as since from app_refusals a join own on own.platform = a.platform
      where a.api = any(${COMPARED[api]}::text[]) and a.is_inferred),
    refused as (
      select c.user_id, min(r.first_at) as first_at from ${refusals(api)}
        and r.last_at > least(${after(now, -AT_ONE_TIME_MS[api])}::timestamptz, (select since from held))
      group by c.user_id)
    select (select count(*)::int from refused) as refused,
      (select count(distinct r.user_id)::int from ${answers(api, sql`(select min(first_at) from refused)`)} r
        where r.user_id not in (select user_id from refused)) as read`.execute(db);
  const { refused, read } = rows[0]!;
  return refused >= PEOPLE_MIN && refused > SHARE_MIN * (refused + read);
}

/** Matches active accounts of this kind; needs connections as `c`. */
const isPeer = (api: AskedApi) => sql`c.state = 'active' and c.verified_by = 'oauth'
  ${api === 'analytics' ? sql`and c.analytics_released_at is not null` : sql``}`;

/**
 * Selects refusals of the platform's people who were not found at fault, as `r` with connections as `c`. A
 * condition may be appended.
 */
const refusals = (api: AskedApi) => sql`account_refusals r join connections c on c.id = r.connection_id
  join own on own.platform = c.platform
  where ${isPeer(api)} and r.api = any(${COMPARED[api]}::text[]) and r.blamed_at is null`;

/**
 * Selects people whose accounts were read since a moment: a count or analytics arrived or, for tokens, the
 * tokens were renewed or confirmed.
 */
function answers(api: AskedApi, since: ReturnType<typeof sql>) {
  const of = (table: 'clip_tracking' | 'clip_analytics', at: 'last_fetched_at' | 'read_at') => sql`
    select c.user_id from ${sql.table(table)} t join connections c on c.id = t.connection_id
    join own on own.platform = c.platform where ${isPeer(api)} and ${sql.ref(`t.${at}`)} > ${since}`;
  if (api === 'analytics') return sql`(${of('clip_analytics', 'read_at')})`;
  const counted = of('clip_tracking', 'last_fetched_at');
  if (api === 'posts') return sql`(${counted})`;
  return sql`(${counted} union all select c.user_id from connections c join own on own.platform = c.platform
    where ${isPeer(api)} and c.answered_at > ${since})`;
}
