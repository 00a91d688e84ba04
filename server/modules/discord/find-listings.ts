import { z } from 'zod';
import { paidViewsText } from '#contract/clips/counted-views.ts';
import { feedQuery, listingRoutes } from '#contract/listings/listings.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import { formats } from '#contract/platforms/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';
import { exploreListings } from '#server/modules/listings/listings.ts';
import { plainForDiscord } from '#server/modules/webhook-endpoints/webhook-endpoints.ts';
import type { Answer, Suggestion } from './answer.ts';

/** Permille's green, as Discord's color of an embed. */
const COLOR = 0x6b890a;
const SHOWN = 8;
const TITLE_MAX = 200;

async function find(db: Database, words: string) {
  const search = words.trim().slice(0, 100);
  const found = await exploreListings(db, feedQuery.parse(search ? { search } : {}));
  return z.decode(listingRoutes.exploreListings.reply, JSON.parse(found.text)).rows;
}

/** Shows public facts about the newest open listings. */
export async function answerListings(db: Database, words: string, appUrl: string): Promise<Answer> {
  const rows = await find(db, words);
  if (rows.length === 0)
    return { content: words ? 'No open listing has these words.' : 'No listing is open right now.' };
  const lines = rows.slice(0, SHOWN).map((row) => {
    const pays = `${formatRate(row.rateCentsPerMille)} per 1,000 ${paidViewsText(row)} · ${formatUsd(row.freeMicros)} free`;
    const takes = row.platforms.map((platform) => formats[platform]).join(', ');
    return `**[${plainForDiscord(row.title, TITLE_MAX)}](${appUrl}/listings/${row.id})**\n${pays} · ${takes} · ${plainForDiscord(row.host.username, 40)}`;
  });
  const rest = rows.length > SHOWN ? `More are on ${appUrl}/explore` : '';
  return {
    content: rest,
    embeds: [{ title: 'Open listings', description: lines.join('\n\n'), color: COLOR }],
  };
}

export async function suggestListings(db: Database, words: string): Promise<Suggestion[]> {
  const rows = await find(db, words);
  return rows.map(({ id, title, rateCentsPerMille }) => ({
    name: `${formatRate(rateCentsPerMille)} · ${title}`,
    value: id,
  }));
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/**
 * Finds a listing by a chosen suggestion, a link, or words that match only one listing; null if there is
 * none.
 */
export async function listingNamed(db: Database, text: string): Promise<string | null> {
  const id = ID.exec(text)?.[0].toLowerCase();
  if (id) return id;
  const rows = await find(db, text);
  return rows.length === 1 ? rows[0]!.id : null;
}
