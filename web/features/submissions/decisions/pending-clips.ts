import { queryOptions } from '@tanstack/react-query';
import { isFlagged } from '#contract/clips/clip-match.ts';
import { routes } from '#contract/routes.ts';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { call } from '#web/api/client.ts';
import { polled } from '#web/api/live.ts';
import { keyOf } from '#web/api/query.ts';

/** More than a host decides in one sitting; further clips load when these are decided. */
const MOST = 200;

/** The clips that wait for this host, the nearest deadline first. */
export const pendingClips = queryOptions({
  queryKey: [...keyOf(routes.hostSubmissions, { query: { status: 'pending' } }), 'queue'],
  queryFn: async ({ signal }) => {
    const rows: HostSubmissionRow[] = [];
    let cursor: string | null = null;
    do {
      const page: { rows: HostSubmissionRow[]; nextCursor: string | null } = await call(
        routes.hostSubmissions,
        { query: { status: 'pending', sort: 'deadline', ...(cursor ? { cursor } : {}) }, signal },
      );
      rows.push(...page.rows);
      cursor = page.nextCursor;
    } while (cursor && rows.length < MOST);
    return rows;
  },
  // Deadlines approach and counts grow while the page is open.
  refetchInterval: polled(60_000),
});

/** Omits clips whose decision is within its ten seconds, and clips that only a reviewer can decide. */
export const undecided = (rows: readonly HostSubmissionRow[]): HostSubmissionRow[] =>
  rows.filter((row) => row.decision === null && !row.isEscalated);

/** Clips with enough data, a clean score, and no suspicious file. */
export const cleanOnes = (rows: readonly HostSubmissionRow[]): HostSubmissionRow[] =>
  rows.filter((row) => row.verdict.band === 'clean' && !isFlagged(row.match));
