import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { ClipMatch } from '#contract/clips/clip-files.ts';
import type { Database } from '#server/infra/transaction.ts';
import {
  type MatchColumns,
  matchColumns,
  matchJoins,
  toMatch,
} from '#server/modules/submissions/submissions.ts';

interface File extends MatchColumns {
  /** Null if the clip has no file. */
  media_id: string | null;
  media_state: string | null;
  refusal: string | null;
  source_media_id: string | null;
}

const NONE: ClipMatch = {
  state: 'no_file',
  refusal: null,
  fileUrl: null,
  sourceUrl: null,
  lengthDiffers: false,
  segments: [],
  sameEdit: null,
};

/**
 * Returns the result of comparing a clip's file with its listing's source. The clipper does not see that
 * another clipper sent the same edit.
 */
export async function readMatch(
  db: Database,
  submissionId: string,
  viewer: 'clipper' | 'host' | 'admin',
): Promise<ClipMatch> {
  const { rows } = await sql<File>`
    select ${matchColumns}, cf.media_id, cm.state as media_state, cm.refusal, v.source_media_id
    from submissions s
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    ${matchJoins}
    where s.id = ${submissionId}`.execute(db);
  const file = rows[0];
  if (!file) return NONE;
  const summary = toMatch(file);
  if (!file.media_id || file.media_state === 'refused' || summary.state === 'sending')
    return { ...NONE, ...summary, refusal: file.refusal };
  const segments = await db
    .selectFrom('clip_segments')
    .select([
      'clip_from_ms as clipFromMs',
      'clip_to_ms as clipToMs',
      'source_from_ms as sourceFromMs',
      'source_to_ms as sourceToMs',
    ])
    .where('submission_id', '=', submissionId)
    .orderBy('ordinal')
    .execute();
  return {
    ...summary,
    refusal: null,
    fileUrl: file.media_state === 'ready' ? `/clip-files/${file.media_id}` : null,
    sourceUrl: file.source_media_id ? `/media/${file.source_media_id}` : null,
    segments,
    sameEdit: viewer === 'clipper' || segments.length === 0 ? null : await sameEdit(db, submissionId),
  };
}

/** Two cuts are the same if their beginnings and their ends differ by at most this much. */
const SAME_MS = 500;

/**
 * Finds the earliest clip of another clipper on the same listing that shows the same parts of the source in
 * the same order.
 */
async function sameEdit(db: Database, submissionId: string): Promise<ClipMatch['sameEdit']> {
  const { rows } = await sql<{ id: string; username: string }>`
    select o.id, coalesce(p.username, '') as username
    from submissions s
    join clip_segments first on first.submission_id = s.id and first.ordinal = 0
    join clip_segments near on near.ordinal = 0 and near.source_media_id = first.source_media_id
      and near.source_from_ms between first.source_from_ms - ${SAME_MS} and first.source_from_ms + ${SAME_MS}
    join submissions o on o.id = near.submission_id and o.listing_id = s.listing_id and o.clipper_id <> s.clipper_id
      and o.status in ('pending', 'approved') and (o.submitted_at, o.id) < (s.submitted_at, s.id)
    join clip_files f on f.submission_id = o.id and f.state in ('matched', 'partly')
    left join profiles p on p.user_id = o.clipper_id
    where s.id = ${submissionId}
      and (select count(*) from clip_segments a where a.submission_id = s.id)
        = (select count(*) from clip_segments b where b.submission_id = o.id)
      and not exists (
        select from clip_segments a
        left join clip_segments b on b.submission_id = o.id and b.ordinal = a.ordinal
          and b.source_media_id = a.source_media_id
          and abs(b.source_from_ms - a.source_from_ms) <= ${SAME_MS}
          and abs(b.source_to_ms - a.source_to_ms) <= ${SAME_MS}
        where a.submission_id = s.id and b.submission_id is null)
    order by o.submitted_at, o.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns the host of a listing that any signed-in person may read; null if there is none. */
export async function hostOf(db: Database, listingId: string): Promise<AccountId | null> {
  const row = await db
    .selectFrom('listings')
    .select('host_id')
    .where('id', '=', listingId)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  return row?.host_id ?? null;
}
