import { listingResultRoutes } from '#contract/listing-results/listing-results.ts';
import { OPENINGS_PER_MINUTE, resultLinkRoutes } from '#contract/listing-results/result-links.ts';
import { csvFile } from '#server/http/csv.ts';
import { countHit } from '#server/http/rate-limit.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal, refuse } from '#server/infra/outcome.ts';
import { createSigner, type Secrets } from '#server/infra/secrets.ts';
import { transact } from '#server/infra/transaction.ts';
import { listLinks, makeLink, revokeLink } from './links.ts';
import { openLink } from './open-link.ts';
import { readHostResults } from './queries.ts';
import { resultLines } from './result-lines.ts';
import { makeToken, readToken } from './tokens.ts';

export interface ListingResultsDeps {
  appUrl: string;
  secrets: Secrets;
}

export function registerListingResultRoutes(api: Api, deps: ListingResultsDeps): void {
  const { db } = api;
  registerLinkRoutes(api, deps);
  implement(api, listingResultRoutes.listingResults, async ({ params, actor, now }) => {
    const [found] = await readHostResults(db, actor.accountId, [params.id], now);
    return found ?? refuse('not_found');
  });
  implement(api, listingResultRoutes.compareListings, async ({ query, actor, now }) => ({
    rows: await readHostResults(db, actor.accountId, query.ids, now),
  }));
  implement(api, listingResultRoutes.listingResultsCsv, async ({ query, actor, now, reply }) => {
    const found = await readHostResults(db, actor.accountId, query.ids, now);
    return csvFile(reply, 'listing-results.csv', resultLines(found));
  });
}

function registerLinkRoutes(api: Api, { appUrl, secrets }: ListingResultsDeps): void {
  const { db } = api;
  const signer = createSigner(secrets, 'result links');
  implement(api, resultLinkRoutes.resultLinks, async ({ params, actor, now }) => {
    const rows = await listLinks(db, actor.accountId, params.id, now);
    return rows ? { rows } : refuse('not_found');
  });
  implement(api, resultLinkRoutes.makeResultLink, async ({ params, body, actor, now }) => {
    const { token, hash } = makeToken(signer);
    const link = {
      hostId: actor.accountId,
      userId: actor.userId,
      listingId: params.id,
      hash,
      days: body.days,
      now,
    };
    const made = await transact(db, (tx) => makeLink(tx, link));
    // The token is behind "#", so that browsers send it neither to servers nor to linked pages.
    return isRefusal(made) ? made : { id: made.id, url: `${appUrl}/shared-results#${token}` };
  });
  implement(
    api,
    resultLinkRoutes.revokeResultLink,
    async ({ params, actor, now }) =>
      (await transact(db, (tx) =>
        revokeLink(tx, { hostId: actor.accountId, userId: actor.userId, id: params.id, now }),
      )) ?? {},
  );
  implement(api, resultLinkRoutes.openResultLink, async ({ body, now, reply }) => {
    const hash = readToken(signer, body.token);
    if (!hash) return refuse('not_found');
    // Each opening aggregates the listing, and people at many addresses may have the link.
    const { hits, secondsLeft } = await countHit(db, `shared results ${hash.toString('base64url')}`);
    if (hits > OPENINGS_PER_MINUTE) {
      reply.header('retry-after', String(secondsLeft));
      return refuse('too_many_requests');
    }
    return (await openLink(db, hash, now)) ?? refuse('not_found');
  });
}
