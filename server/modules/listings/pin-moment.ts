import type { AccountId } from '#contract/accounts/ids.ts';
import { PINS_MAX } from '#contract/limits.ts';
import type { ListingPin } from '#contract/listings/listing-pins.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { pinsOf } from './queries.ts';

interface Pinning {
  hostId: AccountId;
  listingId: string;
  second: number;
}

type Pins = { pins: ListingPin[] };
type Unfit = 'not_found' | 'listing_state';

/** Pins a second of the host's own listing that is active or paused, or changes the pin's label. */
export async function pinMoment(
  db: Database,
  { label, now, ...pinning }: Pinning & { label: string; now: Date },
): Promise<Outcome<Pins, Unfit | 'invalid_input' | 'pins_full'>> {
  const { listingId, second } = pinning;
  return await transact(db, async (tx) => {
    const listing = await lockListing(tx, pinning);
    if (isRefusal(listing)) return listing;
    const { durationMs } = listing;
    if (durationMs !== null && 1000 * second >= Number(durationMs)) {
      const most = Math.ceil(Number(durationMs) / 1000) - 1;
      const detail = `Second must be at most ${most.toLocaleString('en-US')}, the last one of the source.`;
      return refuse('invalid_input', { field: 'second', detail });
    }
    const before = await pinsOf(tx, listingId);
    const isNew = before.every((pin) => pin.second !== second);
    if (isNew && before.length >= PINS_MAX) return refuse('pins_full');
    await tx
      .insertInto('listing_pins')
      .values({ listing_id: listingId, second, label, pinned_at: now })
      .onConflict((pinned) => pinned.columns(['listing_id', 'second']).doUpdateSet({ label }))
      .execute();
    return { pins: await pinsOf(tx, listingId) };
  });
}

/** Removes a pin. Without a pin at this second nothing changes, and the result is the same. */
export async function unpinMoment(db: Database, pinning: Pinning): Promise<Outcome<Pins, Unfit>> {
  const { listingId, second } = pinning;
  return await transact(db, async (tx) => {
    const listing = await lockListing(tx, pinning);
    if (isRefusal(listing)) return listing;
    await tx
      .deleteFrom('listing_pins')
      .where('listing_id', '=', listingId)
      .where('second', '=', second)
      .execute();
    return { pins: await pinsOf(tx, listingId) };
  });
}

/** Locks the listing, so that of two concurrent pins the second one counts the first. */
async function lockListing(
  tx: Tx,
  { hostId, listingId }: Pinning,
): Promise<Outcome<{ durationMs: bigint | null }, Unfit>> {
  const listing = await tx
    .selectFrom('listings')
    .select(['state', 'current_version'])
    .where('id', '=', listingId)
    .where('host_id', '=', hostId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!listing) return refuse('not_found');
  if (listing.state !== 'active' && listing.state !== 'paused') return refuse('listing_state');
  return await tx
    .selectFrom('listing_versions as v')
    .leftJoin('media_files as m', 'm.id', 'v.source_media_id')
    .select('m.duration_ms as durationMs')
    .where('v.listing_id', '=', listingId)
    .where('v.version', '=', listing.current_version)
    .executeTakeFirstOrThrow();
}
