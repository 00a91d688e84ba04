import { type RawBuilder, sql } from 'kysely';
import { fullMoment } from '#contract/dates.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Whether a listing (by its id) failed even when it was settled separately. Settlements of all listings leave
 * such listings out.
 */
export const isFailing = (listingId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${listingId} in (select listing_id from settlement_failures))`;

/** Reports failing listings, because their clips earn nothing until somebody finds the cause. */
export const settlementCheck = (db: Database): HealthCheck => ({
  name: 'Settlement',
  async problem() {
    const failing = await db
      .selectFrom('settlement_failures as f')
      .innerJoin('listings as l', 'l.id', 'f.listing_id')
      .select(['l.id', 'l.title', 'f.failed_at'])
      .orderBy('f.failed_at')
      .execute();
    if (failing.length === 0) return null;
    const each = failing
      .slice(0, NAMED)
      .map(({ id, title, failed_at }) => `“${title}” (${id}, since ${fullMoment(failed_at)})`);
    const more = failing.length > NAMED ? ` and ${failing.length - NAMED} more` : '';
    return `These listings can’t be settled, so their clips earn nothing for now: ${each.join(', ')}${more}. The log says why; each is tried again every ten minutes.`;
  },
});

const NAMED = 5;
