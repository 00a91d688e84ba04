import { idSchema } from '#contract/wire/primitives.ts';
import { escapeHtml } from '#server/infra/markup.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './card.ts';
import type { SharedListing } from './queries.ts';

/** Returns the id in the address of one of our listing pages; null for any other address. */
export function listingIdIn(appUrl: string, url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  const [, id] = /^\/(?:embed\/)?listings\/([^/]+)\/?$/.exec(pathname) ?? [];
  return origin === new URL(appUrl).origin && idSchema.safeParse(id).success ? id! : null;
}

/** Limits our size to the size that the embedding page allows. */
const upTo = (wanted: number, most: number | undefined): number => Math.min(wanted, most ?? wanted);

interface Space {
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

/** Returns an oEmbed 1.0 response of type "rich". */
export function oEmbedOf(appUrl: string, listing: SharedListing, { maxwidth, maxheight }: Space) {
  const width = upTo(CARD_WIDTH, maxwidth);
  const height = upTo(CARD_HEIGHT, maxheight);
  const src = escapeHtml(`${appUrl}/embed/listings/${listing.id}`);
  return {
    version: '1.0',
    type: 'rich',
    title: listing.title,
    author_name: `@${listing.hostUsername}`,
    author_url: `${appUrl}/@${listing.hostUsername}`,
    provider_name: 'Permille',
    provider_url: appUrl,
    cache_age: 300,
    thumbnail_url: `${appUrl}/previews/listings/${listing.id}.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
    width,
    height,
    html: `<iframe src="${src}" width="${width}" height="${height}" title="${escapeHtml(listing.title)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%"></iframe>`,
  };
}
