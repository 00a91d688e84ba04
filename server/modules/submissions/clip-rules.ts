import { sql } from 'kysely';
import type { ClipRule } from '#contract/clips/clips.ts';
import type { Database } from '#server/infra/transaction.ts';
import { rules, type SubmittedClip } from './rules.ts';

/** The rules that the page of a clip shows, in its order. */
const shown = ['posted_at', 'length', 'tags', 'disclosure'] as const satisfies ClipRule['rule'][];

/**
 * Returns the requirements of the listing's terms under which the clip was submitted, each with whether the
 * post fulfils the requirement. The clip must exist.
 */
export async function readClipRules(db: Database, submissionId: string): Promise<ClipRule[]> {
  const { rows } = await sql<SubmittedClip>`
    select s.platform, s.posted_at, s.duration_seconds, v.required_tags, v.disclosure_required, v.min_seconds,
      v.max_seconds, w.missing
    from submissions s
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    left join caption_checks w on w.submission_id = s.id
    where s.id = ${submissionId}`.execute(db);
  const clip = rows[0]!;
  return shown.flatMap((rule) => {
    const found = rules[rule].onPage(clip);
    return found ? { rule, ...found } : [];
  });
}
