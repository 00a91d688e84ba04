import type { Declaration, DeclarationKind } from '#contract/declarations.ts';
import {
  DECLARATION_AHEAD_MINUTES,
  DECLARATIONS_PER_CLIP,
  DECLARATIONS_PER_PERSON,
} from '#contract/limits.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { writeEvent } from '#server/modules/events/events.ts';
import { scoreClips } from '#server/modules/scoring/scoring.ts';
import { maySeeClip, participantsOf } from '#server/modules/submissions/submissions.ts';
import { countedClip, declaredBy } from './queries.ts';

interface NewDeclaration {
  submissionId: string;
  author: Actor;
  kind: DeclarationKind;
  at: Date;
  link: string | null;
  now: Date;
}

type Refused = 'not_found' | 'wrong_role' | 'declaration_time' | 'declaration_limit' | 'clip_not_counted';

/**
 * Stores what a clip's host or clipper declares, and scores the clip again. The stored row is never changed, so the
 * other side and admins see what was stated and when.
 */
export async function declare(
  tx: Tx,
  { submissionId, author, kind, at, link, now }: NewDeclaration,
): Promise<Outcome<{ id: string }, Refused>> {
  const clip = await participantsOf(tx, submissionId);
  if (!clip || !maySeeClip(author, clip)) return refuse('not_found');
  const by: Declaration['by'] = author.accountId === clip.hostId ? 'host' : 'clipper';
  const isOwn = author.accountId === clip.hostId || author.accountId === clip.clipperId;
  if (!isOwn || (kind === 'comments_closed' && by === 'host')) return refuse('wrong_role');
  // Locks the person, so that simultaneous requests can't exceed the limits, then the clip, as each count does.
  await tx.selectFrom('accounts').select('id').where('id', '=', author.accountId).forNoKeyUpdate().execute();
  const counted = await countedClip(tx, submissionId).forUpdate('t').executeTakeFirst();
  if (!counted) return refuse('clip_not_counted');
  if (at < clip.postedAt || at > after(now, DECLARATION_AHEAD_MINUTES * MINUTE))
    return refuse('declaration_time', { field: 'at' });
  const { ofClip, recent } = await declaredBy(tx, { authorId: author.accountId, submissionId, now });
  if (ofClip >= DECLARATIONS_PER_CLIP || recent >= DECLARATIONS_PER_PERSON[by])
    return refuse('declaration_limit');
  const id = newId();
  const address = link === null ? null : new URL(link.trim()).href;
  await tx
    .insertInto('declarations')
    .values({
      id,
      submission_id: submissionId,
      author_id: author.accountId,
      by,
      kind,
      at,
      link: address,
      declared_at: now,
    })
    .execute();
  const data = { declarationId: id, kind, at: at.toISOString(), link: address };
  await writeAudit(
    tx,
    actBy(by, author.userId, now),
    'submission.declared',
    'submission',
    submissionId,
    data,
  );
  await scoreClips(tx, [submissionId], now);
  await writeEvent(tx, 'clip.counted', { clipIds: [submissionId] });
  return { id };
}
