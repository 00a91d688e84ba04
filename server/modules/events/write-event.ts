import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { prepared } from '#server/infra/prepared.ts';
import type { Tx } from '#server/infra/transaction.ts';

interface Readers {
  accountIds?: readonly AccountId[];
  /** Listings whose hosts may know the event. */
  listingIds?: readonly string[];
  /** Clips whose clippers and hosts may know the event. */
  clipIds?: readonly string[];
}

/**
 * Writes one event for many people in the transaction of the change. Needed for settlements, releases and
 * counts, for which the triggers (db/migrations) write no events because very many rows change together.
 */
export async function writeEvent(
  tx: Tx,
  kind: string,
  { accountIds = [], listingIds = [], clipIds = [] }: Readers,
): Promise<void> {
  await sql`${prepared}
    with clips as (select clipper_id, listing_id from submissions where id = any(${clipIds}::uuid[]))
    insert into events (kind, readers)
    select ${kind}, array_agg(id) from (
      select unnest(${accountIds}::uuid[]) as id
      union select clipper_id from clips
      union select host_id from listings where id = any(${listingIds}::uuid[])
      union select l.host_id from clips join listings l on l.id = clips.listing_id
    ) readers having count(*) > 0`.execute(tx);
}
