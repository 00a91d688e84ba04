import { sql } from 'kysely';
import { prepared } from '#server/infra/prepared.ts';
import type { Tx } from '#server/infra/transaction.ts';

interface Readers {
  userIds?: readonly string[];
  /** Their hosts. */
  listingIds?: readonly string[];
  /** Their clippers and hosts. */
  clipIds?: readonly string[];
}

/**
 * Writes one event that many people may know, in the transaction of the change. For what the triggers of events
 * (db/migrations) leave out, because it changes very many rows at once: settlements, releases, counts.
 */
export async function writeEvent(
  tx: Tx,
  kind: string,
  { userIds = [], listingIds = [], clipIds = [] }: Readers,
): Promise<void> {
  await sql`${prepared}
    with clips as (select clipper_id, listing_id from submissions where id = any(${clipIds}::uuid[]))
    insert into events (kind, readers)
    select ${kind}, array_agg(id) from (
      select unnest(${userIds}::uuid[]) as id
      union select clipper_id from clips
      union select host_id from listings where id = any(${listingIds}::uuid[])
      union select l.host_id from clips join listings l on l.id = clips.listing_id
    ) readers having count(*) > 0`.execute(tx);
}
