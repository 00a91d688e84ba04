import type { Event } from '#contract/events.ts';
import type { Database } from '#server/infra/transaction.ts';
import { type Reader, readEvents, readRecent, type WrittenEvent } from './read-events.ts';
import { MOST_SENT, positionOf, snapshotOf } from './rules.ts';

/** Since a position, or else in the last so many seconds. */
export interface Asked {
  after?: string | undefined;
  seconds?: number | undefined;
}

export interface Missed {
  rows: Event[];
  position: string;
  isComplete: boolean;
}

/** What of it its readers see; not who else does. */
export const shown = ({ id, kind, at, subjectId, submissionId, listingId }: WrittenEvent): Event => ({
  ...{ id, kind, at, subjectId, submissionId, listingId },
});

/** What somebody may know of what they missed. A position that can't be resumed from is no fault: it says reload. */
export async function readMissed(
  db: Database,
  reader: Reader,
  { after: position, seconds = 0 }: Asked,
): Promise<Missed> {
  const now = new Date();
  const since = position === undefined ? null : snapshotOf(position, now);
  const read = since ? await readEvents(db, since, reader) : await readRecent(db, seconds, reader);
  const isResumed = position === undefined || since !== null;
  const isComplete = read.isComplete && isResumed && read.rows.length <= MOST_SENT;
  return {
    rows: isComplete ? read.rows.map(shown) : [],
    position: positionOf(read.snapshot, now),
    isComplete,
  };
}
