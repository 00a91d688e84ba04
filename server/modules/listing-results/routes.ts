import { listingResultRoutes } from '#contract/listing-results/listing-results.ts';
import { csvFile } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { readHostResults } from './queries.ts';
import { resultLines } from './result-lines.ts';

export function registerListingResultRoutes(api: Api): void {
  const { db } = api;
  implement(api, listingResultRoutes.listingResults, async ({ params, actor, now }) => {
    const [found] = await readHostResults(db, actor.userId, [params.id], now);
    return found ?? refuse('not_found');
  });
  implement(api, listingResultRoutes.compareListings, async ({ query, actor, now }) => ({
    rows: await readHostResults(db, actor.userId, query.ids, now),
  }));
  implement(api, listingResultRoutes.listingResultsCsv, async ({ query, actor, now, reply }) => {
    const found = await readHostResults(db, actor.userId, query.ids, now);
    return csvFile(reply, 'listing-results.csv', resultLines(found));
  });
}
