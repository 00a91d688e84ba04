import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { boundedQueue } from '#server/infra/bounded-queue.ts';
import type { OutcomeCounter } from '#server/infra/outcome-counter.ts';
import type { Job } from '#server/infra/tick.ts';
import { type AttemptDeps, attempt } from './attempt.ts';
import { type Claimed, claimDeliveries, nextAttemptAt } from './claim.ts';
import type { EndpointsDeps } from './endpoints-deps.ts';
import { type attemptOutcomes, noteAttempt, noteUnsent } from './note-attempt.ts';

/** Maximum of concurrent attempts in this process. */
const MOST = 64;
/**
 * Maximum of outcomes stored at the same time: few, because the database's connections serve requests first.
 */
const NOTED_AT_ONCE = 3;
/** Interval at which new due deliveries are claimed while attempts run, so that a hanging receiver delays no other. */
const LOOK_EVERY_MS = 250;
/** After this time a run starts no more attempts; the next run continues. */
const RUN_MS = 40_000;

interface SendDeps extends EndpointsDeps, AttemptDeps {
  attempts: OutcomeCounter<(typeof attemptOutcomes)[number]>;
}

/** Sends due deliveries, several at a time. */
export function sendDeliveries(deps: SendDeps): Job {
  const { db, clock, log, attempts } = deps;
  const inTurn = boundedQueue({ atOnce: NOTED_AT_ONCE, waiting: MOST, retryAfterSeconds: 1 });

  async function send(claimed: Claimed): Promise<void> {
    const begunAt = clock.now();
    try {
      const answer = await attempt(claimed, deps);
      const outcome = await inTurn(() =>
        'unsent' in answer
          ? noteUnsent(db, claimed, answer.unsent)
          : noteAttempt(db, claimed, answer, { begunAt, now: clock.now() }),
      );
      attempts.count(outcome);
    } catch (error) {
      // The lease expires, and the delivery is tried again.
      log.error({ err: error, delivery: claimed.id }, 'an attempt of a webhook could not be noted');
    }
  }

  return {
    name: 'webhook-endpoints.send',
    async run(_now, signal) {
      const running = new Set<Promise<void>>();
      const end = performance.now() + RUN_MS;
      const mayBegin = () => !signal?.aborted && performance.now() < end;
      for (;;) {
        const room = mayBegin() ? MOST - running.size : 0;
        const claimed = room > 0 ? await claimDeliveries(db, clock.now(), room) : [];
        for (const one of claimed) {
          const sending: Promise<void> = send(one).then(() => void running.delete(sending));
          running.add(sending);
        }
        if (running.size === 0) return;
        await first(running);
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => nextAttemptAt,
  };
}

/** Waits until an attempt has ended or new deliveries may be due. */
async function first(running: Set<Promise<void>>): Promise<void> {
  const over = new AbortController();
  const looking = pause(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([...running, looking]);
  over.abort();
}
