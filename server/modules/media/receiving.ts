import { UPLOADS_AT_ONCE_MAX } from '#contract/limits.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';

/** A newer request goes on with the upload, or it was removed. */
export class Superseded extends Error {}

interface Sender {
  ownerId: string;
  /** Asks it to end; resolves when it has. */
  end(): Promise<void>;
}

/** Uploads in progress in this process. */
export interface Receiving {
  /** Runs `work` as the only sender of this upload; an earlier sender is ended first, since its connection may be dead. */
  during<T>(
    upload: { id: string; ownerId: string },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | Refusal<'uploads_at_once'>>;
  /** Ends the sender of this upload, if there is one. */
  end(id: string): Promise<void>;
}

/** Allows one sender per upload and a few uploads per person, because each takes a socket and disk space. */
export function createReceiving(): Receiving {
  const senders = new Map<string, Sender>();
  return {
    async during({ id, ownerId }, work) {
      // A loop, because another newer request may have waited for the same one.
      for (let earlier = senders.get(id); earlier; earlier = senders.get(id)) await earlier.end();
      const own = [...senders.values()].filter((sender) => sender.ownerId === ownerId).length;
      if (own >= UPLOADS_AT_ONCE_MAX) return refuse('uploads_at_once');
      const ending = new AbortController();
      let leave = (): void => undefined;
      const over = new Promise<void>((resolve) => (leave = resolve));
      const end = async () => {
        ending.abort(new Superseded());
        await over;
      };
      senders.set(id, { ownerId, end });
      try {
        return await work(ending.signal);
      } finally {
        senders.delete(id);
        leave();
      }
    },
    end: async (id) => await senders.get(id)?.end(),
  };
}
