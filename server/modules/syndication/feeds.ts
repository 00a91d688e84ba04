import { XMLBuilder } from 'fast-xml-parser';
import { paidViewsText } from '#contract/clips/counted-views.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import { writableInXml } from '#server/infra/markup.ts';
import { placesOf, type SharedListing } from './queries.ts';

export interface Feed {
  title: string;
  description: string;
  /** The page of this site that shows the same listings. */
  pageUrl: string;
  /** Address of the feed, without the file extension. */
  feedUrl: string;
  listings: readonly SharedListing[];
}

const pageOf = (appUrl: string, { id }: SharedListing): string => `${appUrl}/listings/${id}`;

/** Lists platforms: "TikTok and YouTube Shorts". */
const inWords = (platforms: SharedListing['platforms']): string =>
  placesOf(platforms).replace(/, ([^,]*)$/, ' and $1');

/** Describes a listing's offer in our own words. */
export const offerOf = ({ rateCentsPerMille, platforms, freeMicros, ...counted }: SharedListing): string =>
  `${formatRate(rateCentsPerMille)} per 1,000 ${paidViewsText(counted)} on ${inWords(platforms)}. ${formatUsd(freeMicros)} of the budget is free.`;

/** Returns a feed as JSON Feed 1.1. */
export const jsonFeed = (appUrl: string, feed: Feed) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: feed.title,
  description: feed.description,
  home_page_url: feed.pageUrl,
  feed_url: `${feed.feedUrl}.json`,
  icon: `${appUrl}/favicon.svg`,
  language: 'en',
  items: feed.listings.map((listing) => ({
    id: pageOf(appUrl, listing),
    url: pageOf(appUrl, listing),
    title: listing.title,
    summary: offerOf(listing),
    content_text: `${listing.description}\n\n${offerOf(listing)}`,
    image: `${appUrl}/previews/listings/${listing.id}.png`,
    date_published: listing.postedAt.toISOString(),
    authors: [{ name: `@${listing.hostUsername}`, url: `${appUrl}/@${listing.hostUsername}` }],
    tags: listing.platforms,
  })),
});

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });

/** Returns a feed as RSS 2.0. */
export function rssFeed(appUrl: string, feed: Feed): string {
  const rss = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    rss: {
      '@version': '2.0',
      '@xmlns:atom': 'http://www.w3.org/2005/Atom',
      '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      channel: {
        title: writableInXml(feed.title),
        link: feed.pageUrl,
        description: writableInXml(feed.description),
        language: 'en',
        'atom:link': {
          '@href': `${feed.feedUrl}.xml`,
          '@rel': 'self',
          '@type': 'application/rss+xml',
        },
        item: feed.listings.map((listing) => ({
          title: writableInXml(listing.title),
          link: pageOf(appUrl, listing),
          guid: pageOf(appUrl, listing),
          description: writableInXml(`${listing.description}\n\n${offerOf(listing)}`),
          'dc:creator': `@${listing.hostUsername}`,
          category: [...listing.platforms],
          pubDate: listing.postedAt.toUTCString(),
        })),
      },
    },
  };
  return builder.build(rss);
}
