import type { AccountId } from '#contract/accounts/ids.ts';
import type { Declaration } from '#contract/declarations.ts';
import { DECLARATIONS_DAYS, DECLARATIONS_PER_CLIP } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/**
 * Returns what was declared about a clip, oldest first, and the people who can declare more: the platform still
 * counts the clip, and they have declared less than the limit.
 */
export async function declarationsOf(
  db: Database,
  submissionId: string,
): Promise<{ rows: Declaration[]; open: Declaration['by'][] }> {
  const [rows, counted] = await Promise.all([
    db
      .selectFrom('declarations')
      .select(['id', 'kind', 'at', 'link', 'by', 'declared_at as declaredAt'])
      .where('submission_id', '=', submissionId)
      .orderBy('declared_at')
      .orderBy('id')
      .execute(),
    countedClip(db, submissionId).executeTakeFirst(),
  ]);
  const people = (['host', 'clipper'] as const).filter(
    (who) => rows.filter(({ by }) => by === who).length < DECLARATIONS_PER_CLIP,
  );
  return { rows: rows as Declaration[], open: counted ? people : [] };
}

/** Counts what a person declared: about this clip, and about all clips in the last thirty days. */
export async function declaredBy(
  tx: Tx,
  { authorId, submissionId, now }: { authorId: AccountId; submissionId: string; now: Date },
): Promise<{ ofClip: number; recent: number }> {
  const { of_clip, recent } = await tx
    .selectFrom('declarations')
    .select(({ fn }) => [
      fn.countAll<bigint>().filterWhere('submission_id', '=', submissionId).as('of_clip'),
      fn
        .countAll<bigint>()
        .filterWhere('declared_at', '>', after(now, -DECLARATIONS_DAYS * DAY))
        .as('recent'),
    ])
    .where('author_id', '=', authorId)
    .executeTakeFirstOrThrow();
  return { ofClip: Number(of_clip), recent: Number(recent) };
}

/** Selects the clip if the platform still counts it and it can earn. Later, a declaration explains nothing. */
export const countedClip = (db: Database | Tx, submissionId: string) =>
  db
    .selectFrom('clip_tracking as t')
    .innerJoin('submissions as s', 's.id', 't.submission_id')
    .select('t.submission_id')
    .where('t.submission_id', '=', submissionId)
    .where('t.state', '=', 'polling')
    .where('t.count_level', '=', 'platform')
    .where('s.status', 'in', ['pending', 'approved']);
