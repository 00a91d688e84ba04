import type { AccountId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { maySeeClip } from './participants.ts';
import { isBlocked, nameOf } from './queries.ts';

interface NewMessage {
  submissionId: string;
  author: Actor;
  body: string;
  now: Date;
}

/**
 * Sends a message to the other person of a clip. The recipient is notified of the first message, and of no
 * further one until they open the thread. A host is not notified of messages by a clipper whom the host has
 * blocked. The lock on the submission's row makes only one of two simultaneous messages notify.
 */
export async function sendMessage(
  tx: Tx,
  { submissionId, author, body, now }: NewMessage,
): Promise<Outcome<{ id: string }, 'not_found' | 'wrong_role'>> {
  const clip = await tx
    .selectFrom('submissions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .innerJoin('listing_versions as v', (join) =>
      join.onRef('v.listing_id', '=', 's.listing_id').onRef('v.version', '=', 's.listing_version'),
    )
    .select(['s.clipper_id as clipperId', 'l.host_id as hostId', 'v.title'])
    .where('s.id', '=', submissionId)
    .forNoKeyUpdate('s')
    .executeTakeFirst();
  if (!clip || !maySeeClip(author, clip)) return refuse('not_found');
  const isHost = author.accountId === clip.hostId;
  if (!isHost && author.accountId !== clip.clipperId) return refuse('wrong_role');
  const unread = await hasUnread(tx, submissionId, author.accountId);
  const id = newId();
  await tx
    .insertInto('submission_messages')
    .values({ id, submission_id: submissionId, author_id: author.accountId, body, sent_at: now })
    .execute();
  if (unread || (!isHost && (await isBlocked(tx, clip.hostId, clip.clipperId)))) return { id };
  await notify(
    tx,
    {
      accountId: isHost ? clip.clipperId : clip.hostId,
      kind: 'message.received',
      title: 'New message',
      body: `${await nameOf(tx, author.accountId)} wrote about the clip for “${clip.title}”.`,
      link: `/clips/${submissionId}#messages`,
    },
    now,
  );
  return { id };
}

async function hasUnread(tx: Tx, submissionId: string, authorId: AccountId): Promise<boolean> {
  const row = await tx
    .selectFrom('submission_messages')
    .select('id')
    .where('submission_id', '=', submissionId)
    .where('author_id', '=', authorId)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
