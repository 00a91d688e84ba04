import { fraudHoldRoutes } from '#contract/fraud-holds.ts';
import { type Api, implement } from '#server/http/route.ts';
import { forEachGuarded } from '#server/infra/for-each-guarded.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { releaseFraudHold, upholdFraudHold } from './decide.ts';

export function registerFraudHoldRoutes(api: Api): void {
  const { db } = api;
  implement(api, fraudHoldRoutes.releaseFraudHold, async ({ params, body, actor, now }) => {
    const decision = { fraudHoldId: params.id, adminId: actor.userId, note: body.note, now };
    const outcome = await transact(db, (tx) => releaseFraudHold(tx, decision));
    return isRefusal(outcome) ? outcome : {};
  });

  implement(api, fraudHoldRoutes.releaseFraudHolds, ({ body, actor, now, request }) =>
    forEachGuarded(body.ids, request.log, (fraudHoldId) =>
      transact(db, (tx) =>
        releaseFraudHold(tx, { fraudHoldId, adminId: actor.userId, note: body.note, now }),
      ),
    ),
  );

  implement(api, fraudHoldRoutes.upholdFraudHold, async ({ params, body, actor, now }) => {
    const range = body.range && { from: BigInt(body.range.fromViews), to: BigInt(body.range.toViews) };
    const decision = { fraudHoldId: params.id, adminId: actor.userId, note: body.note, now, range };
    const outcome = await transact(db, (tx) => upholdFraudHold(tx, decision));
    return isRefusal(outcome) ? outcome : {};
  });
}
