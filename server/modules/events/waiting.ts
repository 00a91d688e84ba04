import { MOST_SENT } from './rules.ts';
import type { Batch } from './stream.ts';

/** What came for a stream that is still given what it missed; null: more than can be given. */
export type Waiting = readonly Batch[] | null;

/** With one batch more; null where that one can't be given, either. */
export function withBatch(waiting: Waiting, batch: Batch | null): Waiting {
  if (!waiting || !batch) return null;
  const count = waiting.reduce((sum, { events }) => sum + events.length, batch.events.length);
  return count > MOST_SENT ? null : [...waiting, batch];
}
