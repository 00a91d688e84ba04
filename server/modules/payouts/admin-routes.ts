import { adminPayoutRoutes } from '#contract/admin/admin-payouts.ts';
import { debtRoutes } from '#contract/earnings/debts.ts';
import type { Micros } from '#contract/money.ts';
import { payoutTraceRoutes } from '#contract/payouts/payout-trace.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { forEachGuarded } from '#server/infra/for-each-guarded.ts';
import type { Outcome, Refusal } from '#server/infra/outcome.ts';
import { noteAgreement } from '#server/infra/second-admin.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import type { Act } from './audit.ts';
import { payoutBatchesColumns } from './columns.ts';
import { confirm } from './confirm.ts';
import { enterAddress } from './enter-address.ts';
import { cancelByAdmin, markReturned } from './give-back.ts';
import { payoutBatches } from './list-batches.ts';
import { partsColumns, payoutParts } from './list-parts.ts';
import { openPause, pausePayouts, resumePayouts } from './pause.ts';
import { markFailed, markPaid, pickUp } from './pay-by-hand.ts';
import { openLateStatuses, resolveLateStatus } from './paypal/late-status.ts';
import { resend } from './resend.ts';
import { showPayout } from './show-payout.ts';
import { payoutTrace, traceColumns } from './trace.ts';
import { upholdFraud } from './uphold-fraud.ts';
import { totalsColumns, totalsOf } from './year-totals.ts';

interface AdminDeps {
  rail: 'manual' | 'paypal';
  appUrl: string;
  taxReportMin: Micros;
  /** Verifies the accounts behind a payout before an admin picks it up. */
  verify(payoutId: string, now: Date): Promise<void>;
}

/** Registers the payout routes of admins: controls, second confirmation, returns, batches and the trace. */
export function registerAdminRoutes(api: Api, { rail, appUrl, taxReportMin, verify }: AdminDeps): void {
  const { db } = api;
  implementTable(
    api,
    adminPayoutRoutes.payoutTotals,
    adminPayoutRoutes.payoutTotalsCsv,
    totalsColumns,
    ({ query }, db) => totalsOf(db, { ...query, taxReportMin }),
  );
  registerTraceRoutes(api);
  registerFraudRoute(api);
  implement(api, adminPayoutRoutes.adminPayout, ({ params }) => showPayout(db, params.id));
  implement(api, adminPayoutRoutes.payoutControls, async () => ({
    rail,
    pause: await openPause(db),
    lateStatuses: await openLateStatuses(db),
  }));
  implement(api, adminPayoutRoutes.resolveLateStatus, async ({ params, body, actor, now }) => {
    const act = { payoutId: params.id, actorId: actor.userId, now };
    return done(await transact(db, (tx) => resolveLateStatus(tx, act, body.reason)));
  });
  implement(api, adminPayoutRoutes.pausePayouts, async ({ body, actor, now }) => {
    const turn = { adminId: actor.userId, reason: body.reason, now };
    return done(await transact(db, (tx) => pausePayouts(tx, turn)));
  });
  implement(api, adminPayoutRoutes.resumePayouts, async ({ body, actor, now }) => {
    const turn = { adminId: actor.userId, reason: body.reason, now };
    return done(await transact(db, (tx) => resumePayouts(tx, turn)));
  });
  implement(api, adminPayoutRoutes.confirmPayout, async ({ params, actor, now }) =>
    done(await transact(db, (tx) => confirm(tx, { payoutId: params.id, actorId: actor.userId, now }))),
  );
  implement(api, adminPayoutRoutes.returnPayout, async ({ params, body, actor, now }) => {
    const act = { payoutId: params.id, actorId: actor.userId, now };
    return done(await transact(db, (tx) => markReturned(tx, act, body.reason)));
  });
  implement(api, adminPayoutRoutes.cancelPayoutByAdmin, async ({ params, body, actor, now }) => {
    const act = { payoutId: params.id, actorId: actor.userId, now };
    return done(await transact(db, (tx) => cancelByAdmin(tx, act, body.reason)));
  });
  implement(api, adminPayoutRoutes.enterPayoutAddress, async ({ params, body, actor, now }) => {
    const entry = { accountId: params.id, adminId: actor.userId, ...body, appUrl, now };
    return await transact(db, (tx) => enterAddress(tx, entry));
  });
  implementOnce(api, adminPayoutRoutes.resendPayout, ({ params, body, actor, now }, tx) =>
    resend(tx, { payoutId: params.id, actorId: actor.userId, now }, body),
  );
  implementTable(
    api,
    adminPayoutRoutes.payoutBatches,
    adminPayoutRoutes.payoutBatchesCsv,
    payoutBatchesColumns,
    ({ query }, db) => payoutBatches(db, query),
  );
  implement(api, adminPayoutRoutes.markPayouts, async ({ body, actor, now, request }) => {
    const mark = (tx: Tx, act: Act): Promise<Outcome<null>> => {
      if (body.act === 'paid') return markPaid(tx, act, body.reference);
      return body.act === 'failed' ? markFailed(tx, act, body.reason) : pickUp(tx, act);
    };
    return await forEachGuarded(body.ids, request.log, async (id) => {
      if (body.act !== 'paid' && body.act !== 'failed') await verify(id, now);
      const outcome = await transact(db, (tx) => mark(tx, { payoutId: id, actorId: actor.userId, now }));
      await noteAgreement(db, outcome);
      return outcome;
    });
  });
}

const done = <R extends Refusal>(outcome: R | null): R | Record<string, never> => outcome ?? {};

function registerTraceRoutes(api: Api): void {
  implementTable(
    api,
    payoutTraceRoutes.adminPayoutParts,
    payoutTraceRoutes.adminPayoutPartsCsv,
    partsColumns,
    ({ params, query }, db) => payoutParts(db, { payoutId: params.id, cursor: query.cursor }),
  );
  implementTable(
    api,
    payoutTraceRoutes.adminPayoutTrace,
    payoutTraceRoutes.adminPayoutTraceCsv,
    traceColumns,
    ({ params, query }, db) => payoutTrace(db, { payoutId: params.id, cursor: query.cursor }),
  );
}

function registerFraudRoute(api: Api): void {
  implementOnce(api, debtRoutes.upholdFraud, ({ params, body, actor, now }, tx) =>
    upholdFraud(tx, {
      submissionId: params.id,
      fromViews: BigInt(body.fromViews),
      toViews: body.toViews === null ? null : BigInt(body.toViews),
      adminId: actor.userId,
      note: body.note,
      now,
    }),
  );
}
