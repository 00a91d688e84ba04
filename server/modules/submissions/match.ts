import { sql } from 'kysely';
import type { MatchSummary } from '#contract/clips/clip-match.ts';
import { LENGTH_TOLERANCE_MS } from '#contract/limits.ts';
import { comparesClips } from '#server/modules/media/media.ts';

export interface MatchColumns {
  match_state: MatchSummary['state'];
  length_differs: boolean;
}

/** SQL: the result of comparing the file (cf, cm) of a submission (s) with the listing's source (source). */
export const matchColumns = sql`
  case when (cf.submission_id is null or cm.state = 'refused') and not ${comparesClips('source')} then 'no_source'
    when cf.submission_id is null then 'no_file' when cm.state = 'uploading' then 'sending'
    when cm.state = 'refused' then 'refused' else cf.state end as match_state,
  coalesce(cm.state not in ('uploading', 'refused')
    and abs(cm.duration_ms - 1000 * s.duration_seconds) > ${LENGTH_TOLERANCE_MS}, false) as length_differs`;

/**
 * SQL: the joins for `matchColumns`. They need the listing's version (v) under which the clip was submitted.
 */
export const matchJoins = sql`
  left join media_files source on source.id = v.source_media_id
  left join clip_files cf on cf.submission_id = s.id
  left join media_files cm on cm.id = cf.media_id`;

/**
 * SQL: a reviewer should look at the comparison; the rule is explained in contract/clips/clip-match.ts. A
 * matching file approves nothing, because nothing shows that it is the video of the post.
 */
export const isFlagged = sql<boolean>`exists (
  select from clip_files cf join media_files cm on cm.id = cf.media_id
  where cf.submission_id = s.id and (cf.state = 'nothing_found'
    or abs(cm.duration_ms - 1000 * s.duration_seconds) > ${LENGTH_TOLERANCE_MS}))`;

export const toMatch = ({ match_state, length_differs }: MatchColumns): MatchSummary => ({
  state: match_state,
  lengthDiffers: length_differs,
});
