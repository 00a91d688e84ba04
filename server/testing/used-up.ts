import { MINUTE } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Counts this many hits on a bucket of a rate limit, in this minute and the next, which may begin meanwhile. */
export async function useUp(db: Database, bucket: string, hits: number): Promise<void> {
  const minute = Math.floor(Date.now() / MINUTE) * MINUTE;
  await db
    .insertInto('rate_limits')
    .values(
      [minute, minute + MINUTE].map((start) => ({
        bucket,
        window_start: new Date(start),
        hits,
        expires_at: new Date(start + 2 * MINUTE),
      })),
    )
    .execute();
}
