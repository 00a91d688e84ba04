import { MOST_SENT } from './rules.ts';
import type { Batch } from './stream.ts';

/** Batches that arrived while the stream was catching up; null if there were too many to send. */
export type Waiting = readonly Batch[] | null;

/** Adds a batch. Returns null if there are too many events, or if one of the two is null. */
export function withBatch(waiting: Waiting, batch: Batch | null): Waiting {
  if (!waiting || !batch) return null;
  const count = waiting.reduce((sum, { events }) => sum + events.length, batch.events.length);
  return count > MOST_SENT ? null : [...waiting, batch];
}
