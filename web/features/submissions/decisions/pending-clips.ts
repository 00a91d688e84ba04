import { queryOptions } from '@tanstack/react-query';
import { isFlagged } from '#contract/clips/clip-match.ts';
import { routes } from '#contract/routes.ts';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';
import { call } from '#web/api/client.ts';
import { polled } from '#web/api/live.ts';
import { keyOf } from '#web/api/query.ts';

/**
 * Maximum number of clips in the queue, more than a host decides at one time. Further clips load when these
 * are decided.
 */
const MOST = 200;

/** The clips that wait for the host's decision, ordered by deadline. */
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
  // Deadlines get closer and counts grow while the page is open.
  refetchInterval: polled(60_000),
});

/** Removes clips that only a reviewer can decide, and clips whose decision can still be undone. */
export const undecided = (rows: readonly HostSubmissionRow[]): HostSubmissionRow[] =>
  rows.filter((row) => row.decision === null && !row.isEscalated);

/** Returns the clips with enough data, a clean score, and no suspicious file. */
export const cleanOnes = (rows: readonly HostSubmissionRow[]): HostSubmissionRow[] =>
  rows.filter((row) => row.verdict.band === 'clean' && !isFlagged(row.match));
