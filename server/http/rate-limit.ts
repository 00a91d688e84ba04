import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { after, MINUTE } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { sendProblem } from './problem.ts';

/**
 * Counts a hit on a bucket in the current window (a minute by default). Returns whether the count is within
 * the limit.
 */
export const withinLimit = async (
  db: Database,
  bucket: string,
  limit: number,
  windowMs: number = MINUTE,
): Promise<boolean> => (await countHit(db, bucket, windowMs)).hits <= limit;

/**
 * Counts a hit. Returns its number within the window and the window's length in seconds. One SQL statement
 * counts, so concurrent requests are counted correctly and all processes share the count. Uses real time,
 * because it guards against real callers.
 */
export async function countHit(
  db: Database,
  bucket: string,
  windowMs: number = MINUTE,
): Promise<{ hits: number; secondsLeft: number }> {
  const window = windowOf(bucket, windowMs);
  const { hits } = await db
    .insertInto('rate_limits')
    .values({ ...window, hits: 1, expires_at: after(window.window_start, 2 * windowMs) })
    .onConflict((oc) =>
      oc.columns(['bucket', 'window_start']).doUpdateSet({ hits: sql`rate_limits.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow();
  const left = window.window_start.getTime() + windowMs - Date.now();
  return { hits, secondsLeft: Math.max(1, Math.ceil(left / 1_000)) };
}

/**
 * Counts a request on a bucket and answers 429 beyond the limit per minute. Returns undefined within the
 * limit.
 */
export async function refuseBeyond(
  db: Database,
  bucket: string,
  perMinute: number,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { hits, secondsLeft } = await countHit(db, bucket);
  if (hits <= perMinute) return;
  return sendProblem(reply.header('retry-after', String(secondsLeft)), 'too_many_requests');
}

/** Uncounts one hit that was no misuse; the window's other hits still count. */
export async function uncountHit(db: Database, bucket: string, windowMs: number): Promise<void> {
  const window = windowOf(bucket, windowMs);
  await db
    .updateTable('rate_limits')
    .set({ hits: sql`hits - 1` })
    .where('bucket', '=', window.bucket)
    .where('window_start', '=', window.window_start)
    .where('hits', '>', 0)
    .execute();
}

const windowOf = (bucket: string, windowMs: number) => ({
  bucket: windowMs === MINUTE ? bucket : `${bucket} / ${windowMs}`,
  window_start: new Date(Math.floor(Date.now() / windowMs) * windowMs),
});

/** Deletes windows that are over. */
export async function forgetOldWindows(db: Database): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<', new Date()).execute();
}

/**
 * Returns the bucket of a caller: an IPv4 address, or the /64 of an IPv6 address, because a single person has
 * all addresses of a /64.
 */
export function callerBucket(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
