import { sql } from 'kysely';
import type { SubmissionStatus } from '#contract/submissions/submissions.ts';
import { sortValues } from '#server/infra/sorted.ts';

/** The values by which lists of clips are sorted; submission `s` with its profile, version, tracking and earnings. */
export const sortable = sortValues({
  date: { by: sql`s.submitted_at`, kind: 'moment' },
  deadline: { by: sql`s.decide_by`, kind: 'moment' },
  clipper: { by: sql`coalesce(p.username, '')`, kind: 'text' },
  listing: { by: sql`v.title`, kind: 'text' },
  views: { by: sql`t.views`, kind: 'number' },
  reported: { by: sql`s.reported_views`, kind: 'number' },
  payout: { by: sql`coalesce(e.paid_micros, 0)`, kind: 'number' },
});
type SortName = keyof typeof sortable;
type SubmissionSort = SortName | `-${SortName}`;

export interface ListFilter {
  status?: SubmissionStatus | undefined;
  listingId?: string | undefined;
  /** Words of the listing's title, of the link, or of the other person's username. */
  search?: string | undefined;
  sort?: SubmissionSort | undefined;
  cursor?: string | undefined;
}
