import type { Event } from '#contract/events/events.ts';
import type { Database } from '#server/infra/transaction.ts';
import { type Reader, readEvents, readRecent, type WrittenEvent } from './read-events.ts';
import { MOST_SENT, positionOf, snapshotOf } from './rules.ts';

/** A request for events after a position or, without a position, of the last `seconds`. */
export interface Asked {
  after?: string | undefined;
  seconds?: number | undefined;
}

export interface Missed {
  rows: Event[];
  position: string;
  isComplete: boolean;
}

/** Returns the visible part of an event, without the people who may know it. */
export const shown = ({ id, kind, at, subjectId, submissionId, listingId }: WrittenEvent): Event => ({
  ...{ id, kind, at, subjectId, submissionId, listingId },
});

/**
 * Returns the events that a reader missed. A position from which reading can't resume is no error: the reply
 * is marked as incomplete, and the page reloads.
 */
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
