import { marketPriceRoutes, promiseRoutes } from '#contract/scoring/promise.ts';
import { proofTierRoutes } from '#contract/scoring/proof-tiers.ts';
import { type Api, implement } from '#server/http/route.ts';
import { MINUTE } from '#server/infra/clock.ts';
import { remembered } from '#server/infra/shared-check.ts';
import { transact } from '#server/infra/transaction.ts';
import { changeMarketPrice, readMarketPrice } from './market-price.ts';
import { readPromise } from './promise.ts';
import { changeTiers, readTiers } from './tiers.ts';

/** The public measurement is cached this long, because it reads all audits and anybody may request it. */
const PROMISE_AGE_MS = 5 * MINUTE;

export function registerProofRoutes(api: Api): void {
  const { db } = api;
  const measured = remembered(() => readPromise(db, api.clock.now()), PROMISE_AGE_MS);

  implement(api, promiseRoutes.hostPromise, async () => ({
    ...(await measured()),
    marketPriceMicros: await readMarketPrice(db),
  }));

  implement(api, proofTierRoutes.proofTiers, async () => ({ tiers: await readTiers(db) }));

  implement(api, proofTierRoutes.changeProofTiers, async ({ body, actor, now }) => {
    await transact(db, (tx) => changeTiers(tx, { ...body, adminId: actor.userId, now }));
    return {};
  });

  implement(api, marketPriceRoutes.marketPrice, async () => ({ priceMicros: await readMarketPrice(db) }));

  implement(api, marketPriceRoutes.changeMarketPrice, async ({ body, actor, now }) => {
    await transact(db, (tx) => changeMarketPrice(tx, { ...body, adminId: actor.userId, now }));
    return {};
  });
}
