import { listingHead, profileHead, unknownListingHead, unknownProfileHead } from '#contract/page-heads.ts';
import { idSchema } from '#contract/primitives.ts';
import type { Described } from './http/pages.ts';
import type { Database } from './infra/transaction.ts';
import { findListingFacts } from './modules/listings/listings.ts';
import { findPublicProfile, normalizeUsername } from './modules/profiles/profiles.ts';

/** What the pages of people and listings are about, for whoever reads them without running scripts. */
export async function describePage(db: Database, path: string): Promise<Described | null> {
  const [, username] = /^\/@([^/]+)\/?$/.exec(path) ?? [];
  if (username !== undefined) {
    const profile = await findPublicProfile(db, normalizeUsername(decoded(username)));
    return profile ? { head: profileHead(profile), found: true } : { head: unknownProfileHead, found: false };
  }
  const [, id] = /^\/listings\/([^/]+)\/?$/.exec(path) ?? [];
  if (id === undefined) return null;
  const listing = idSchema.safeParse(id).success ? await findListingFacts(db, id) : null;
  return listing ? { head: listingHead(listing), found: true } : { head: unknownListingHead, found: false };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
