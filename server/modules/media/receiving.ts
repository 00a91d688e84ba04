import { UPLOADS_AT_ONCE_MAX } from '#contract/limits.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';

/** Uploads in progress in this process. */
export interface Receiving {
  /** Runs `work` as the only sender of this upload. */
  during<T>(
    upload: { id: string; ownerId: string },
    work: () => Promise<T>,
  ): Promise<T | Refusal<'upload_in_progress' | 'uploads_at_once'>>;
}

/** Allows one sender per upload and a few uploads per person, because each takes a socket, disk space and a child process. */
export function createReceiving(): Receiving {
  const owners = new Map<string, string>();
  return {
    async during({ id, ownerId }, work) {
      if (owners.has(id)) return refuse('upload_in_progress');
      const own = [...owners.values()].filter((owner) => owner === ownerId).length;
      if (own >= UPLOADS_AT_ONCE_MAX) return refuse('uploads_at_once');
      owners.set(id, ownerId);
      try {
        return await work();
      } finally {
        owners.delete(id);
      }
    },
  };
}
