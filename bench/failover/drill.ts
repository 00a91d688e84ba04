import { setTimeout as pause } from 'node:timers/promises';
import { conclude, inWorld, moveOn, sendLoad, type World } from '../processes/world.ts';
import { type Loss, losses, type startCluster } from './cluster.ts';

const CALM_MS = 30_000;

type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Sends load to two web processes and a worker while their database loses its primary repeatedly. */
export const runFailovers = (cluster: Cluster, rounds: number, seed: number) =>
  inWorld(
    ['web', 'web', 'worker'],
    seed,
    async (w) => {
      const calm = await underLoad(w, () => pause(CALM_MS));
      const failovers: Record<Loss, number[]> = { postgres: [], node: [], network: [], disk: [] };
      let moved: string[] = [];
      const storm = await underLoad(w, async () => {
        for (let round = 0; round < rounds; round++) {
          const loss = losses[round % losses.length]!;
          await pause(w.dice(2_000));
          const { from, to, seconds } = await cluster.failOver(loss);
          failovers[loss].push(seconds);
          console.error(`${round + 1}: ${loss} of n${from}, n${to} leads after ${seconds.toFixed(1)} s`);
        }
        moved = await cluster.lowEverywhere();
      });
      const faults = w.unanswered.filter((why) => / answered 5(?!03)/.test(why));
      return {
        calm,
        storm,
        failovers,
        faults,
        moved,
        ...(await conclude(w)),
        acknowledged: w.acknowledged.length,
        unanswered: w.unanswered.length,
      };
    },
    { ownerUrl: cluster.ownerUrl },
  );

/** Sends load until `work` is done. */
async function underLoad(w: World, work: () => Promise<void>) {
  let isOver = false;
  const began = performance.now();
  const answeredBefore = w.answered;
  let [last, answered, longest] = [began, w.answered, 0];
  const watch = async () => {
    while (!isOver) {
      await pause(20);
      if (w.answered !== answered) [last, answered] = [performance.now(), w.answered];
      longest = Math.max(longest, performance.now() - last);
    }
  };
  const move = async () => {
    while (!isOver) {
      // Without a primary this fails, because nothing can be changed.
      await moveOn(w).catch(() => undefined);
      await pause(1_000);
    }
  };
  const end = work().finally(() => {
    isOver = true;
  });
  await Promise.all([end, sendLoad(w, () => isOver), watch(), move()]);
  const seconds = (performance.now() - began) / 1_000;
  return { longest: longest / 1_000, perSecond: (w.answered - answeredBefore) / seconds, seconds };
}
