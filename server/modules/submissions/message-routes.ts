import { messageRoutes } from '#contract/submissions/messages.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { maySeeClip, participantsOf } from './participants.ts';
import { sendMessage } from './send-message.ts';
import { readThread } from './thread.ts';

export function registerMessageRoutes(api: Api): void {
  const { db } = api;

  implement(api, messageRoutes.submissionMessages, async ({ params, query, actor }) => {
    const participants = await participantsOf(db, params.id);
    // Admins read through another route, which records the access.
    if (!participants || actor.role === 'admin' || !maySeeClip(actor, participants))
      return refuse('not_found');
    return await readThread(db, { submissionId: params.id, readerId: actor.accountId, cursor: query.cursor });
  });

  implement(api, messageRoutes.adminMessages, async ({ params, body, actor, now }) => {
    if (!(await participantsOf(db, params.id))) return refuse('not_found');
    const act = actBy('admin', actor.userId, now);
    await transact(db, (tx) => writeAudit(tx, act, 'submission.messages_read', 'submission', params.id));
    return await readThread(db, { submissionId: params.id, readerId: actor.accountId, cursor: body.cursor });
  });

  implementOnce(api, messageRoutes.sendMessage, ({ params, body, actor, now }, tx) =>
    sendMessage(tx, { submissionId: params.id, author: actor, body: body.body, now }),
  );

  implement(api, messageRoutes.readMessages, async ({ params, actor, now }) => {
    const participants = await participantsOf(db, params.id);
    if (!participants || actor.role === 'admin' || !maySeeClip(actor, participants))
      return refuse('not_found');
    await markMessagesRead(db, { submissionId: params.id, readerId: actor.accountId, now });
    return {};
  });
}
