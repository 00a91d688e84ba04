import { takedownRoutes } from '#contract/support/takedowns.ts';
import { implementTable } from '#server/http/csv.ts';
import { mayMail } from '#server/http/mail-allowance.ts';
import { callerBucket } from '#server/http/rate-limit.ts';
import { type Api, implement } from '#server/http/route.ts';
import { forEachGuarded } from '#server/infra/for-each-guarded.ts';
import { transact } from '#server/infra/transaction.ts';
import { adminTakedownsColumns } from './columns.ts';
import { unfitTakedown } from './rules.ts';
import type { SupportDeps } from './send.ts';
import { handleTakedown, reopenTakedown, requestTakedown } from './takedown.ts';
import { listTakedowns } from './takedowns.ts';

export function registerTakedownRoutes(api: Api, deps: SupportDeps): void {
  const { db } = api;
  implement(api, takedownRoutes.requestTakedown, async ({ actor, body, request, now }) => {
    const unfit = unfitTakedown(body);
    if (unfit) return unfit;
    const onBehalfOf = body.onBehalfOf || null;
    const wanted = { kind: 'takedown', to: body.email, sender: callerBucket(request.ip) } as const;
    const from = { userId: actor?.userId ?? null, mayMail: await mayMail(db, wanted) };
    await requestTakedown(db, deps, { ...body, onBehalfOf, ...from }, now);
    return {};
  });
  implementTable(
    api,
    takedownRoutes.adminTakedowns,
    takedownRoutes.adminTakedownsCsv,
    adminTakedownsColumns,
    ({ query }, db) => listTakedowns(db, query),
  );
  implement(api, takedownRoutes.handleTakedowns, ({ actor, body, now, request }) =>
    forEachGuarded(body.ids, request.log, (requestId) =>
      transact(db, (tx) => handleTakedown(tx, { requestId, adminId: actor.userId, now }, body.note)),
    ),
  );
  implement(api, takedownRoutes.handleTakedown, async ({ actor, params, body, now }) => {
    const act = { requestId: params.id, adminId: actor.userId, now };
    return (await transact(db, (tx) => handleTakedown(tx, act, body.note))) ?? {};
  });
  implement(api, takedownRoutes.reopenTakedown, async ({ actor, params, now }) => {
    const act = { requestId: params.id, adminId: actor.userId, now };
    return (await transact(db, (tx) => reopenTakedown(tx, act))) ?? {};
  });
}
