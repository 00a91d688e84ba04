import type { Micros } from '#contract/money.ts';
import { payoutPartRoutes } from '#contract/payouts/payout-parts.ts';
import { payoutRoutes } from '#contract/payouts/payouts.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { isRefusal, type Refusal } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { VerifyPassword } from '#server/modules/accounts/accounts.ts';
import type { VerifyOwnership } from './accounts-behind.ts';
import { registerAdminRoutes } from './admin-routes.ts';
import { checkPayout } from './check-accounts.ts';
import { adminPayoutsColumns, clipperPayoutsColumns } from './columns.ts';
import { findLeaving } from './find-leaving.ts';
import { partsColumns, payoutParts } from './list-parts.ts';
import { isPaused } from './pause.ts';
import { cancel, markFailed, markPaid, pickUp } from './pay-by-hand.ts';
import type { PaypalClient } from './paypal/client.ts';
import { takeBack } from './paypal/take-back.ts';
import { registerProofRoutes } from './proof-routes.ts';
import { adminPayouts, clipperPayouts, findAddress, findCountry, findPayout, isAdult } from './queries.ts';
import { nextWeeklyRunAt } from './rules.ts';
import { setAddress } from './set-address.ts';
import { setCountry } from './set-country.ts';
import { withdraw } from './withdraw.ts';
import { yearsOf } from './year-totals.ts';

export interface PayoutRouteDeps {
  verifyPassword: VerifyPassword;
  appUrl: string;
  /** null: payouts are paid by hand. */
  paypal: PaypalClient | null;
  taxReportMin: Micros;
  verifyOwnership: VerifyOwnership;
}

type Verify = (payoutId: string, now: Date) => Promise<void>;

export function registerPayoutRoutes(api: Api, deps: PayoutRouteDeps): void {
  registerClipperRoutes(api, deps);
  registerProofRoutes(api);
  const { verifyOwnership } = deps;
  const verify: Verify = async (payoutId, now) => {
    await checkPayout({ db: api.db, verifyOwnership }, payoutId, now);
  };
  registerQueueRoutes(api, verify);
  registerAdminRoutes(api, {
    rail: deps.paypal ? 'paypal' : 'manual',
    appUrl: deps.appUrl,
    taxReportMin: deps.taxReportMin,
    verify,
  });
}

function registerClipperRoutes(api: Api, { verifyPassword, appUrl, paypal }: PayoutRouteDeps): void {
  const { db } = api;
  implement(api, payoutRoutes.payoutAddress, async ({ actor, now }) => {
    const address = await findAddress(db, actor.accountId);
    return {
      email: address?.email ?? null,
      country: await findCountry(db, actor.accountId),
      usableAt: address?.usableAt ?? null,
      usable: address !== null && address.usableAt <= now,
      ageConfirmed: await isAdult(db, actor.accountId),
      nextWeeklyRunAt: nextWeeklyRunAt(now),
      rail: paypal ? ('paypal' as const) : ('manual' as const),
      paused: await isPaused(db),
    };
  });
  implement(api, payoutRoutes.setPayoutCountry, ({ actor, body, now }) =>
    transact(db, (tx) => setCountry(tx, actor, body.country, now)),
  );
  implement(api, payoutRoutes.setPayoutAddress, ({ actor, body, now }) =>
    setAddress(
      db,
      { verifyPassword, appUrl },
      {
        actor,
        email: body.email,
        country: body.country,
        password: body.password,
        now,
      },
    ),
  );
  implement(api, payoutRoutes.leaving, ({ actor, now }) =>
    findLeaving(db, actor.accountId, { now, paysByHand: paypal === null }),
  );
  implementOnce(api, payoutRoutes.withdraw, ({ actor, body, now }, tx) =>
    withdraw(tx, { clipperId: actor.accountId, userId: actor.userId, asked: body.amountMicros, now }),
  );
  implement(api, payoutRoutes.cancelPayout, async ({ params, actor, now }) => {
    const act = { payoutId: params.id, actorId: actor.userId, clipperId: actor.accountId, now };
    const refused = await transact(db, (tx) => cancel(tx, act));
    return isRefusal(refused) ? refused : (await findPayout(db, params.id))!;
  });
  implement(api, payoutRoutes.payoutYears, async ({ actor }) => ({
    rows: await yearsOf(db, actor.accountId),
  }));
  implement(api, payoutRoutes.takeBackPayout, async ({ params, actor, now }) => {
    const act = { payoutId: params.id, actorId: actor.userId, clipperId: actor.accountId, now };
    const refused = await takeBack(db, paypal, act);
    return isRefusal(refused) ? refused : (await findPayout(db, params.id))!;
  });
  implementTable(
    api,
    payoutRoutes.clipperPayouts,
    payoutRoutes.clipperPayoutsCsv,
    clipperPayoutsColumns,
    ({ actor, query }, db) => clipperPayouts(db, actor.accountId, query),
  );
  implementTable(
    api,
    payoutPartRoutes.payoutParts,
    payoutPartRoutes.payoutPartsCsv,
    partsColumns,
    ({ actor, params, query }, db) =>
      payoutParts(db, { payoutId: params.id, clipperId: actor.accountId, cursor: query.cursor }),
  );
}

function registerQueueRoutes(api: Api, verify: Verify): void {
  const { db } = api;
  implementTable(
    api,
    payoutRoutes.adminPayouts,
    payoutRoutes.adminPayoutsCsv,
    adminPayoutsColumns,
    ({ query }, db) => adminPayouts(db, { ...query, open: query.open === 'true' }),
  );
  implement(api, payoutRoutes.pickUpPayout, async ({ params, actor, now }) => {
    await verify(params.id, now);
    return done(await transact(db, (tx) => pickUp(tx, { payoutId: params.id, actorId: actor.userId, now })));
  });
  implement(api, payoutRoutes.markPayoutPaid, async ({ params, body, actor, now }) => {
    const act = { payoutId: params.id, actorId: actor.userId, now };
    return done(await transact(db, (tx) => markPaid(tx, act, body.reference)));
  });
  implement(api, payoutRoutes.markPayoutFailed, async ({ params, body, actor, now }) => {
    const act = { payoutId: params.id, actorId: actor.userId, now };
    return done(await transact(db, (tx) => markFailed(tx, act, body.reason)));
  });
}

const done = <R extends Refusal>(outcome: R | null): R | Record<string, never> => outcome ?? {};
