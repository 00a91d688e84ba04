import type { AccountId } from '#contract/accounts/ids.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Deletes a person's project of a listing. A save of a studio that is still open is refused then. */
export async function removeProject(
  db: Database,
  { clipperId, listingId }: { clipperId: AccountId; listingId: string },
): Promise<Outcome<null, 'not_found'>> {
  const removed = await db
    .deleteFrom('studio_projects')
    .where('clipper_id', '=', clipperId)
    .where('listing_id', '=', listingId)
    .returning('listing_id')
    .executeTakeFirst();
  return removed ? null : refuse('not_found');
}
