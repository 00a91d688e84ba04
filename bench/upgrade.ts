import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildServerWhenStale } from '../scripts/steps/build.mjs';
import { root } from '../scripts/steps/project.mjs';
import { conclude, inWorld, moveOn, sendLoad, type World } from './processes/world.ts';
import { type Bench, none } from './result.ts';
import { withRevision } from './upgrade/build-revision.ts';

const revision = process.env.UPGRADE_FROM ?? commitOfLast();
const BESIDE_MS = 10_000;

/**
 * Runs the previous release (`UPGRADE_FROM`) and this one on one database under load. The processes are
 * replaced one after the other by this release's, then back, then again. Reports refused, lost and repeated
 * effects.
 */
export const bench: Bench = async () => {
  await buildServerWhenStale();
  const seed = Math.floor(Math.random() * 1_000_000);
  return await withRevision(revision, (before) =>
    inWorld(['web', 'web', 'worker'], seed, (w) => upgrade(w, before, seed), { folder: before }),
  );
};

async function upgrade(w: World, before: string, seed: number) {
  let isOver = false;
  const steps = async () => {
    try {
      await beside(w);
      for (const folder of [root, before, root]) {
        for (const member of w.group.members()) {
          await w.group.replace(member, folder);
          await beside(w);
        }
      }
    } finally {
      isOver = true;
    }
  };
  await Promise.all([sendLoad(w, () => isOver), steps()]);
  const unanswered = [...w.unanswered];
  const { lost, twice, broken } = await conclude(w);
  return {
    rows: [
      none('requests that failed', unanswered),
      none('acknowledged and lost', lost),
      none('done twice', twice),
      none('broken invariants', broken),
    ],
    total: { revision, seed, acknowledged: w.acknowledged.length, replaced: 3 * w.group.members().length },
  };
}

/** Returns the commit of the last release, from the newest row of docs/releases.md. */
function commitOfLast(): string {
  const page = readFileSync(join(root, 'docs/releases.md'), 'utf8');
  return /^\| \d+\.\d+\.\d+ \|[^`]*`([0-9a-f]{40})`/m.exec(page)![1]!;
}

async function beside(w: World): Promise<void> {
  const until = performance.now() + BESIDE_MS;
  while (performance.now() < until) {
    await moveOn(w);
    await pause(1_000);
  }
}
