import { performance } from 'node:perf_hooks';
import type { OutcomeCounter } from '#server/infra/outcome-counter.ts';
import { outsidePoster } from '#server/infra/post-outside.ts';
import type { Job } from '#server/infra/tick.ts';
import { attemptPush } from './attempt.ts';
import { type ClaimedPush, claimPushes, nextPushAt } from './claim.ts';
import { readPushKeys } from './keys.ts';
import { notePush, type pushOutcomes } from './note-push.ts';
import type { PushDeps } from './push-deps.ts';

/** Maximum of concurrent attempts of this process. */
const AT_ONCE = 32;
/** A run starts no more attempts after this time, and the next run continues. */
const RUN_MS = 40_000;

/** Sends due pushes. A push service that hangs delays only its own browsers, and only for one run. */
export function sendPushes(deps: PushDeps, outcomes: OutcomeCounter<(typeof pushOutcomes)[number]>): Job {
  const { db, clock, log, appUrl } = deps;
  const post = outsidePoster({ allowLoopback: deps.allowLoopback });
  const subject = appUrl.startsWith('https:') ? appUrl : 'mailto:operator@localhost';

  async function send(claimed: ClaimedPush): Promise<void> {
    try {
      const { target } = claimed;
      const keys = await readPushKeys(deps, clock.now());
      const answer = target && (await attemptPush({ ...claimed, target }, { ...deps, post, keys, subject }));
      outcomes.count(await notePush(db, claimed, answer, clock.now()));
    } catch (error) {
      // The lease expires, and the push is tried again.
      log.error({ err: error, delivery: claimed.id }, 'a push could not be noted');
    }
  }

  return {
    name: 'notifications.push',
    async run(_now, signal) {
      const running = new Set<Promise<void>>();
      const end = performance.now() + RUN_MS;
      for (;;) {
        const mayBegin = !signal?.aborted && performance.now() < end;
        const claimed = mayBegin ? await claimPushes(db, clock.now(), AT_ONCE - running.size) : [];
        for (const one of claimed) {
          const sending: Promise<void> = send(one).then(() => void running.delete(sending));
          running.add(sending);
        }
        if (running.size === 0) return;
        await Promise.race(running);
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => nextPushAt,
  };
}
