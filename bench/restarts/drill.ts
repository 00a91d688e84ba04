import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { testFolder } from '#db/test-folder.ts';
import { lastingPort } from '../../scripts/lasting-port.ts';
import type { Findings } from '../faults/books.ts';
import { conclude, inWorld, moveOn, type World } from '../processes/world.ts';
import { behind, proxies } from './proxies.ts';
import { sendVisits } from './visits.ts';

/** The number of restarts of each process behind each proxy. */
const ROUNDS = Number(process.env.RESTART_ROUNDS ?? 5);
const BESIDE_MS = 1_500;

interface Outcome {
  /** Requests without an answer, by proxy. */
  failed: Record<string, string[]>;
  counts: Record<string, number>;
  findings: Findings;
}

export const runRestarts = (seed: number): Promise<Outcome> =>
  inWorld(
    ['web', 'web', 'worker'],
    seed,
    async (w) => {
      const folder = testFolder();
      const upstreams = w.group
        .members()
        .flatMap(({ role, PORT }) => (role === 'web' ? `127.0.0.1:${PORT}` : []));
      const failed: Outcome['failed'] = {};
      const counts: Outcome['counts'] = { restarted: 0 };
      try {
        for (const proxy of proxies)
          await behind(proxy, { port: await lastingPort(), upstreams, folder }, async (url) => {
            let isOver = false;
            const restart = async () => {
              counts.restarted! += await restartEach(w).finally(() => (isOver = true));
            };
            const [visits] = await Promise.all([sendVisits(w, url, () => isOver), restart()]);
            failed[proxy.name] = visits.failed;
            for (const [what, count] of Object.entries(visits.counts))
              counts[`${proxy.name}: ${what}`] = count;
          });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      return { failed, counts, findings: await conclude(w) };
    },
    { settings: { TRUST_PROXY: '1', DRAIN_SECONDS: process.env.DRAIN_SECONDS ?? '' } },
  );

/**
 * Restarts one process after the other, as an operator does: the next one when the previous one is ready.
 * Returns the number of restarts.
 */
async function restartEach(w: World): Promise<number> {
  const members = w.group.members();
  for (let round = 0; round < ROUNDS; round++)
    for (const member of members) {
      await w.group.restart(member);
      await moveOn(w);
      await pause(BESIDE_MS);
    }
  return ROUNDS * members.length;
}
