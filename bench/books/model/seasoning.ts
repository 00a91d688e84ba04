import type { Books } from './books.ts';

const SEASONING_MS = 14 * 86_400_000;

/**
 * Whether some of what a clipper has may still be seasoning: a host of theirs deposited by card in the last 14 days.
 * Which cents those are is not modelled, only that none wait without that.
 */
export function maySeason(books: Books, clipperId: string, at: Date): boolean {
  const hosts = new Set(
    [...books.clips.values()]
      .filter((clip) => clip.clipperId === clipperId && clip.steps.length > 0)
      .map(({ listingId }) => books.listings.get(listingId)!.hostId),
  );
  return [...books.deposits.values()].some(
    ({ hostId, rail, confirmedAt }) =>
      rail === 'stripe' &&
      hosts.has(hostId) &&
      confirmedAt &&
      at.getTime() - confirmedAt.getTime() < SEASONING_MS,
  );
}
