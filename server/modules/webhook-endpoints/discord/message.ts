import { discordKinds } from '#contract/webhook-endpoints/discord-webhooks.ts';
import { WEBHOOK_TEST_KIND } from '#contract/webhook-endpoints/webhook-kinds.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Claimed } from '../claim.ts';
import type { Embed } from './embed.ts';
import { leaderboardEmbed } from './leaderboard.ts';
import { listingEmbed } from './listing-embed.ts';
import { NO_MENTIONS } from './plain-text.ts';

type Cause = Pick<Claimed, 'kind' | 'listingId' | 'ownerId' | 'occurredAt'>;

/** Returns the request body; null if the event is no longer worth a message. */
export async function discordMessage(db: Database, cause: Cause, appUrl: string): Promise<string | null> {
  const { kind, listingId } = cause;
  if (kind === WEBHOOK_TEST_KIND) return bodyOf('Permille can post in this channel.');
  if (kind === 'leaderboard.weekly') {
    const embed = await leaderboardEmbed(db, cause.ownerId, cause.occurredAt);
    return embed && bodyOf('This week’s leaderboard', embed);
  }
  const embed = listingId && kind in discordKinds ? await listingEmbed(db, listingId, appUrl) : null;
  return embed && bodyOf(kind === 'listing.posted' ? 'A new listing' : 'A listing has more budget', embed);
}

const bodyOf = (content: string, ...embeds: Embed[]): string =>
  JSON.stringify({ content, embeds, allowed_mentions: NO_MENTIONS });
