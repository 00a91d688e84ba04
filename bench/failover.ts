import { buildServerWhenStale } from '../scripts/steps/build.mjs';
import { startCluster } from './failover/cluster.ts';
import { runFailovers } from './failover/drill.ts';
import { findingRows } from './faults/books.ts';
import { type Bench, none, round, row } from './result.ts';

const FAILOVERS = 20;

/**
 * Runs web and worker processes on a Patroni cluster under load, and makes the cluster lose its primary
 * repeatedly. Needs root, for the disks.
 */
export const bench: Bench = async () => {
  await buildServerWhenStale();
  const seed = Math.floor(Math.random() * 1_000_000);
  const cluster = await startCluster().catch((error: Error & { stderr?: string }) => {
    console.error(error.stderr?.trim() || error.message);
    process.exit(1);
  });
  try {
    const { calm, storm, failovers, faults, moved, acknowledged, unanswered, ...findings } =
      await runFailovers(cluster, FAILOVERS, seed);
    return {
      rows: [
        ...findingRows(findings),
        none('faults instead of 503', faults),
        none('another leads while every disk is low', moved),
        row({
          name: 'longest without an answer',
          value: round(storm.longest),
          unit: 's',
          baseline: round(calm.longest),
          target: null,
          lowerIsBetter: true,
        }),
        row({
          name: 'answered intentions',
          value: round(storm.perSecond),
          unit: '1/s',
          baseline: round(calm.perSecond),
          target: null,
          lowerIsBetter: false,
        }),
      ],
      total: {
        ...{ seed, seconds: Math.round(storm.seconds), acknowledged, unanswered, disk: cluster.disk },
        ...Object.fromEntries(
          Object.entries(failovers).map(([loss, times]) => [
            `${loss} lost`,
            `${times.length} times, another led after ${round(Math.min(...times))} to ${round(Math.max(...times))} s`,
          ]),
        ),
      },
    };
  } finally {
    await cluster.stop();
  }
};
