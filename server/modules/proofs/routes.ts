import { proofTierRoutes } from '#contract/scoring/proof-tiers.ts';
import { type Api, implement } from '#server/http/route.ts';
import { transact } from '#server/infra/transaction.ts';
import { changeTiers, readTiers } from './tiers.ts';

export function registerProofRoutes(api: Api): void {
  const { db } = api;

  implement(api, proofTierRoutes.proofTiers, async () => ({ tiers: await readTiers(db) }));

  implement(api, proofTierRoutes.changeProofTiers, async ({ body, actor, now }) => {
    await transact(db, (tx) => changeTiers(tx, { ...body, adminId: actor.userId, now }));
    return {};
  });
}
