import type { UserId } from '#contract/accounts/ids.ts';
import { fraudHoldRoutes } from '#contract/fraud-holds.ts';
import { formatUsd } from '#contract/money.ts';
import { type Api, implement } from '#server/http/route.ts';
import { forEachGuarded } from '#server/infra/for-each-guarded.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import { noteAgreement } from '#server/infra/second-admin.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { type Contested, contestedOf } from '#server/modules/earnings/earnings.ts';
import {
  lockHeldClip,
  releaseFraudHold,
  upholdFraudHold,
  type ViewRange,
} from '#server/modules/fraud-holds/fraud-holds.ts';

interface Decision {
  fraudHoldId: string;
  adminId: UserId;
  note: string;
  now: Date;
  range?: ViewRange | null;
}

/**
 * Lets admins decide holds. These routes are not in fraud-holds, because the amount that a decision moves is
 * known to earnings, a later module.
 */
export function registerFraudHoldRoutes(api: Api): void {
  const { db } = api;
  implement(api, fraudHoldRoutes.releaseFraudHold, async ({ params, body, actor, now }) => {
    const decision = { fraudHoldId: params.id, adminId: actor.userId, note: body.note, now };
    return (await release(db, decision)) ?? {};
  });

  implement(api, fraudHoldRoutes.releaseFraudHolds, ({ body, actor, now, request }) =>
    forEachGuarded(body.ids, request.log, async (fraudHoldId) => {
      const decision = { fraudHoldId, adminId: actor.userId, note: body.note, now };
      const outcome = await release(db, decision);
      await noteAgreement(db, outcome);
      return outcome;
    }),
  );

  implement(api, fraudHoldRoutes.upholdFraudHold, async ({ params, body, actor, now }) => {
    const range = body.range && { from: BigInt(body.range.fromViews), to: BigInt(body.range.toViews) };
    const decision = { fraudHoldId: params.id, adminId: actor.userId, note: body.note, now, range };
    return (await uphold(db, decision)) ?? {};
  });
}

type Refused = 'not_found' | 'fraud_hold_state' | 'second_admin_needed' | 'own_money';

const release = (db: Database, decision: Decision): Promise<Outcome<null, Refused>> =>
  transact(db, async (tx) => {
    const contested = await readContested(tx, decision.fraudHoldId);
    const outcome = await releaseFraudHold(tx, decision);
    if (isRefusal(outcome)) return outcome;
    return await decideMoneyAct(tx, {
      ...common(decision),
      kind: 'fraud_hold.release',
      shares: contested.map(({ clipperId, amountMicros }) => ({ accountId: clipperId, amountMicros })),
      summary: `held views of a clip, ${sumOf(contested)}, may be paid.`,
    });
  });

const uphold = (db: Database, decision: Decision): Promise<Outcome<null, Refused | 'invalid_input'>> =>
  transact(db, async (tx) => {
    const contested = await readContested(tx, decision.fraudHoldId);
    const outcome = await upholdFraudHold(tx, decision);
    if (isRefusal(outcome)) return outcome;
    return await decideMoneyAct(tx, {
      ...common(decision),
      kind: 'fraud_hold.uphold',
      shares: contested.map(({ hostId, amountMicros }) => ({ accountId: hostId, amountMicros })),
      terms: { range: decision.range ?? null },
      summary: `held views of a clip, ${sumOf(contested)}, are never paid.`,
    });
  });

async function readContested(tx: Tx, fraudHoldId: string): Promise<Contested[]> {
  const submissionId = await lockHeldClip(tx, fraudHoldId);
  return submissionId ? await contestedOf(tx, [submissionId]) : [];
}

const common = ({ fraudHoldId, adminId, now }: Decision) => ({ subjectId: fraudHoldId, adminId, now });

const sumOf = ([contested]: Contested[]): string =>
  contested ? formatUsd(contested.amountMicros) : 'of a pending clip';
