import type { Readable } from 'node:stream';

/** Maximum of streams per person: a player opens one at a time, a download manager several. */
const STREAMS_MAX = 6;

/**
 * Limits each person's concurrent streams. A stream above the limit ends the person's oldest one: seeking
 * opens new streams while a paused player still holds an old one, and a player that is cut off resumes with a
 * range.
 */
export function createStreams(most = STREAMS_MAX) {
  const open = new Map<string, Set<Readable>>();
  return {
    add(personId: string, stream: Readable): void {
      const own = open.get(personId) ?? new Set();
      open.set(personId, own);
      if (own.size >= most) for (const oldest of [...own].slice(0, own.size - most + 1)) oldest.destroy();
      own.add(stream);
      stream.once('close', () => {
        own.delete(stream);
        if (own.size === 0 && open.get(personId) === own) open.delete(personId);
      });
    },
  };
}

export type Streams = ReturnType<typeof createStreams>;
