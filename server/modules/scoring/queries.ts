import type { Database, Tx } from '#server/infra/transaction.ts';

/** The version of the rules behind the clip's verdict; 0 is the built-in one. */
export async function scoreVersionOf(db: Database | Tx, submissionId: string): Promise<number> {
  const row = await db
    .selectFrom('clip_tracking')
    .select('score_version')
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
  return row?.score_version ?? 0;
}

/** The newest twenty versions of the rules. */
export async function versionsOf(db: Database) {
  const rows = await db
    .selectFrom('score_versions as v')
    .leftJoin('users as u', 'u.id', 'v.made_by')
    .select(['v.version', 'v.made_at', 'v.note', 'u.email'])
    .orderBy('v.version', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ version, made_at, note, email }) => ({ version, madeAt: made_at, note, by: email }));
}
