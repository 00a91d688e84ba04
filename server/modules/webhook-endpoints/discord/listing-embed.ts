import { sql } from 'kysely';
import { paidViewsText } from '#contract/clips/counted-views.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import { formatRate, formatUsd, micros } from '#contract/money.ts';
import { formats, type PostPlatform } from '#contract/platforms/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';
import { EMBED_COLOR, type Embed } from './embed.ts';
import { plainForDiscord } from './plain-text.ts';

const TITLE_MAX = 256;
const DESCRIPTION_MAX = 400;

interface Row {
  title: string;
  description: string;
  username: string;
  platforms: PostPlatform[];
  rate: number;
  funded: bigint;
  free: bigint;
  counted_views: CountedTerms['countedViews'];
  counted_countries: string[];
}

/** Shows a listing's public facts; null unless the listing is active. */
export async function listingEmbed(db: Database, listingId: string, appUrl: string): Promise<Embed | null> {
  const { rows } = await sql<Row>`
    select l.title, v.description, p.username, l.platforms, l.rate_cents_per_mille as rate, l.funded_micros as funded,
      v.counted_views, v.counted_countries, coalesce(a.balance_micros, 0) as free
    from listings l
    join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    join profiles p on p.user_id = l.host_id and p.username is not null
    left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
    where l.id = ${listingId} and l.state = 'active'`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const counted = { countedViews: row.counted_views, countedCountries: row.counted_countries };
  const description = plainForDiscord(row.description, DESCRIPTION_MAX);
  return {
    title: plainForDiscord(row.title, TITLE_MAX),
    url: `${appUrl}/listings/${listingId}`,
    ...(description && { description }),
    color: EMBED_COLOR,
    fields: [
      field('Pays', `${formatRate(row.rate)} per 1,000 ${paidViewsText(counted)}`),
      field('Free budget', `${formatUsd(micros(row.free))} of ${formatUsd(micros(row.funded))}`),
      field('Takes', row.platforms.map((platform) => formats[platform]).join(', ')),
    ],
    // Discord downloads the image, and only over https.
    ...(appUrl.startsWith('https:') && { image: { url: `${appUrl}/previews/listings/${listingId}.png` } }),
    footer: { text: `@${row.username} on Permille` },
  };
}

const field = (name: string, value: string) => ({ name, value, inline: true });
