import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { enter, leave, renew, requestEnd, type Upload } from './senders.ts';

/** A newer request continues the upload, or the upload was removed. */
export class Superseded extends Error {}

/** Uploads in progress, in all processes. */
export interface Receiving {
  /**
   * Runs `work` as the only sender of this upload. An earlier sender is ended first, because its connection
   * may be dead.
   */
  during<T>(
    upload: Upload,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | Refusal<'uploads_at_once' | 'not_found'>>;
  /** Ends the sender of this upload, if there is one. */
  end(id: string): Promise<void>;
}

const TIMES = {
  /** If a process is killed, its upload can continue elsewhere after this time. */
  leaseMs: 6 * SECOND,
  /** A sender notices a newer request in another process within this time. */
  renewMs: SECOND,
  /** Interval of checks whether the sender in another process has ended. */
  lookMs: 100,
};

/** Ends a sender of this process; resolves after its end. */
type End = () => Promise<void>;

/**
 * Allows one sender per upload and a few uploads per person, because each takes a socket and disk space.
 * Senders are rows in the database, so that processes share the count. An earlier sender in the same process
 * is ended at once.
 */
export function createReceiving(db: Database, times: Partial<typeof TIMES> = {}): Receiving {
  const { leaseMs, renewMs, lookMs } = { ...TIMES, ...times };
  const here = new Map<string, End>();

  async function endHere(id: string): Promise<void> {
    // A loop, because another newer request may have waited for the same sender to end.
    for (let earlier = here.get(id); earlier; earlier = here.get(id)) await earlier();
  }

  return {
    async during(upload, work) {
      const sender = newId();
      for (;;) {
        await endHere(upload.id);
        const entry = await enter(db, upload, sender, leaseMs);
        if (entry === 'full') return refuse('uploads_at_once');
        if (entry === 'gone') return refuse('not_found');
        if (entry === 'entered') break;
        await pause(lookMs);
      }
      const ending = new AbortController();
      const supersede = () => ending.abort(new Superseded());
      let isOver = (): void => undefined;
      const over = new Promise<void>((resolve) => (isOver = resolve));
      here.set(upload.id, async () => {
        supersede();
        await over;
      });
      const stopRenewing = keepRenewing(() => renew(db, sender, leaseMs), { leaseMs, renewMs, supersede });
      try {
        return await work(ending.signal);
      } finally {
        stopRenewing();
        // If the database is unreachable, the sender's row expires.
        await leave(db, sender).catch(() => undefined);
        here.delete(upload.id);
        isOver();
      }
    },
    async end(id) {
      await endHere(id);
      while (await requestEnd(db, id)) await pause(lookMs);
    },
  };
}

/** Renews the lease. A sender that can't renew in time ends before another one may begin. */
function keepRenewing(
  renewOnce: () => Promise<boolean>,
  { leaseMs, renewMs, supersede }: { leaseMs: number; renewMs: number; supersede: () => void },
): () => void {
  const lapse = () => setTimeout(supersede, leaseMs - renewMs);
  let lapses = lapse();
  let isStopped = false;
  const renewAgain = async (): Promise<void> => {
    // An unreachable database may be back before the lease ends.
    const isMine = await renewOnce().catch(() => null);
    if (isMine === false) supersede();
    if (isMine === null || isStopped) return;
    clearTimeout(lapses);
    lapses = lapse();
  };
  const timer = setInterval(() => void renewAgain(), renewMs);
  return () => {
    isStopped = true;
    clearInterval(timer);
    clearTimeout(lapses);
  };
}
