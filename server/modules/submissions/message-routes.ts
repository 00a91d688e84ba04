import { messageRoutes } from '#contract/messages.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { maySeeClip, partiesOf } from './parties.ts';
import { sendMessage } from './send-message.ts';
import { readThread } from './thread.ts';

export function registerMessages(api: Api): void {
  const { db } = api;

  implement(api, messageRoutes.submissionMessages, async ({ params, query, actor }) => {
    const parties = await partiesOf(db, params.id);
    if (!parties || !maySeeClip(actor, parties)) return refuse('not_found');
    return await readThread(db, { submissionId: params.id, readerId: actor.userId, cursor: query.cursor });
  });

  implementOnce(api, messageRoutes.sendMessage, ({ params, body, actor, now }, tx) =>
    sendMessage(tx, { submissionId: params.id, author: actor, body: body.body, now }),
  );

  implement(api, messageRoutes.readMessages, async ({ params, actor, now }) => {
    const parties = await partiesOf(db, params.id);
    if (!parties || !maySeeClip(actor, parties)) return refuse('not_found');
    // An admin who looks is not who the message was for.
    if (actor.role !== 'admin')
      await markMessagesRead(db, { submissionId: params.id, readerId: actor.userId, now });
    return {};
  });
}
