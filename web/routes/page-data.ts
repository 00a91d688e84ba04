import { clipRoutes } from '#contract/clips/clips.ts';
import { listingRoutes } from '#contract/listings/listings.ts';
import { profileRoutes } from '#contract/profiles.ts';
import { readEarly } from './connected.tsx';

/** The read that a page needs first, by pattern of the page's path. */
const reads: [RegExp, (name: string) => Promise<void>][] = [
  [/^\/listings\/([^/]+)$/, (id) => readEarly(listingRoutes.showListing, { params: { id } })],
  [/^\/clips\/([^/]+)$/, (id) => readEarly(clipRoutes.showClip, { params: { id } })],
  [/^\/@([^/]+)$/, (username) => readEarly(profileRoutes.publicProfile, { params: { username } })],
];

/** Fetches the first read of the page at this path into the cache, where the page finds it. */
export async function fetchPageData(pathname: string): Promise<void> {
  for (const [pattern, read] of reads) {
    const [, name] = pattern.exec(pathname) ?? [];
    if (name) await read(decodeURIComponent(name));
  }
}
