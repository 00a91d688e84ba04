import { postPlatforms } from '#contract/platforms/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Readings } from '#server/modules/connections/connections.ts';
import { recordCounts } from '#server/modules/counting/record.ts';
import { claimDue } from '#server/modules/tracking/tracking.ts';

const BATCH = 200;

/**
 * Counts the due clips of all accounts together, because the product's job reads each account separately,
 * which takes ten times as long. Claiming, storing, scoring and holding is the product's code.
 */
export const countDue =
  (db: Database, read: (ids: readonly string[]) => Readings) =>
  async (now: Date): Promise<void> => {
    for (;;) {
      const claimed = await claimDue(db, { open: [...postPlatforms], finalCounts: [], most: BATCH, now });
      if (claimed.length === 0) return;
      await recordCounts(db, claimed, read(claimed.map(({ post_id }) => post_id)), now);
    }
  };
