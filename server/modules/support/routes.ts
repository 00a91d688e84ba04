import { routes } from '#contract/routes.ts';
import { implementTable } from '#server/http/csv.ts';
import { mayMail } from '#server/http/mail-allowance.ts';
import { callerBucket } from '#server/http/rate-limit.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { forEachGuarded } from '#server/infra/for-each-guarded.ts';
import { transact } from '#server/infra/transaction.ts';
import { answerMessage, moveMessage } from './answer.ts';
import { supportInboxColumns } from './columns.ts';
import { listMessages } from './queries.ts';
import { unfitMessage } from './rules.ts';
import { type SupportDeps, sendMessage } from './send.ts';

export function registerSupportRoutes(api: Api, deps: SupportDeps): void {
  const { db } = api;
  implement(api, routes.sendSupportMessage, async ({ actor, body, request, now }) => {
    const unfit = unfitMessage(body);
    if (unfit) return unfit;
    const wanted = { kind: 'support', to: body.email, sender: callerBucket(request.ip) } as const;
    const from = { userId: actor?.userId ?? null, mayMail: await mayMail(db, wanted) };
    await sendMessage(db, deps, { ...body, ...from }, now);
    return {};
  });

  implementTable(api, routes.supportInbox, routes.supportInboxCsv, supportInboxColumns, ({ query }, db) =>
    listMessages(db, query),
  );
  implementOnce(api, routes.answerSupportMessage, async ({ actor, params, body, now }, tx) => {
    const act = { messageId: params.id, adminId: actor.userId, now };
    return (await answerMessage(tx, act, body.text)) ?? {};
  });
  implement(api, routes.closeSupportMessages, ({ actor, body, now, request }) =>
    forEachGuarded(body.ids, request.log, (messageId) =>
      transact(db, (tx) => moveMessage(tx, { messageId, adminId: actor.userId, now }, 'closed')),
    ),
  );
  const moves = [
    [routes.closeSupportMessage, 'closed'],
    [routes.reopenSupportMessage, 'open'],
  ] as const;
  for (const [route, to] of moves) {
    implement(api, route, async ({ actor, params, now }) => {
      const act = { messageId: params.id, adminId: actor.userId, now };
      return (await transact(db, (tx) => moveMessage(tx, act, to))) ?? {};
    });
  }
}
