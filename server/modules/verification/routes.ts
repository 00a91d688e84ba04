import { verificationRoutes } from '#contract/verification.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { maySeeClip, participantsOf } from '#server/modules/submissions/submissions.ts';
import { releaseHold, upholdHold } from './fraud-holds.ts';
import { scoreVersionOf, snapshotsOf, troubleOf, verdictOf } from './queries.ts';
import { registerScoreRuleRoutes } from './score-routes.ts';

export function registerVerificationRoutes(api: Api): void {
  const { db } = api;
  registerScoreRuleRoutes(api);

  implement(api, verificationRoutes.clipEvidence, async ({ params, actor }) => {
    const participants = await participantsOf(db, params.id);
    if (!participants || !maySeeClip(actor, participants)) return refuse('not_found');
    return {
      submissionId: params.id,
      postedAt: participants.postedAt,
      verdict: await verdictOf(db, params.id),
      scoreVersion: await scoreVersionOf(db, params.id),
      trouble: await troubleOf(db, params.id),
      snapshots: await snapshotsOf(db, params.id),
    };
  });

  implement(api, verificationRoutes.releaseHold, async ({ params, body, actor, now }) => {
    const decision = { fraudHoldId: params.id, adminId: actor.userId, note: body.note, now };
    const outcome = await transact(db, (tx) => releaseHold(tx, decision));
    return isRefusal(outcome) ? outcome : {};
  });

  implement(api, verificationRoutes.upholdHold, async ({ params, body, actor, now }) => {
    const range = body.range && { from: BigInt(body.range.fromViews), to: BigInt(body.range.toViews) };
    const decision = { fraudHoldId: params.id, adminId: actor.userId, note: body.note, now, range };
    const outcome = await transact(db, (tx) => upholdHold(tx, decision));
    return isRefusal(outcome) ? outcome : {};
  });
}
