import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDatabase } from '#server/infra/db.ts';
import { root } from '../../scripts/steps/project.mjs';
import { startCuttable } from './cuttable.ts';

const PORT = 5640;
const NODES = [1, 2, 3];
const HEALED_WITHIN_MS = 90_000;
const DISK_MB = 640;
const FILLING = 'full';

/** How a node is lost. */
export const losses = ['postgres', 'node', 'network', 'disk'] as const;
export type Loss = (typeof losses)[number];

const run = promisify(execFile);
const pidIn = (file: string): number => Number(readFileSync(file, 'utf8').split('\n')[0]);

/** A small disk of the node's own: a loop mount, or memory where the machine has no loop devices. */
function mountSmall(folder: string): 'loop' | 'tmpfs' {
  mkdirSync(folder);
  const image = `${folder}.img`;
  try {
    execFileSync('truncate', ['--size', `${DISK_MB}M`, image]);
    execFileSync('mkfs.ext4', ['-q', image]);
    execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'pipe' });
    return 'loop';
  } catch {
    rmSync(image, { force: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]);
    return 'tmpfs';
  }
}

const ask = (n: number, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${PORT + 50 + n}${path}`, { signal: AbortSignal.timeout(2_000) });

/** Who leads, as those see it who can reach it. */
async function leader(): Promise<number | null> {
  const leads = await Promise.all(
    NODES.map(async (n) => (await ask(n, '/primary').catch(() => null))?.ok === true),
  );
  return NODES.find((_, nth) => leads[nth]) ?? null;
}

/** All run, none is behind, and one of those that follow is synchronous. */
async function isWhole(): Promise<boolean> {
  const n = await leader();
  if (n === null) return false;
  const { members } = (await (await ask(n, '/cluster')).json()) as {
    members: { role: string; state: string; lag?: number }[];
  };
  return (
    members.length === NODES.length &&
    members.every(({ role, state, lag = 0 }) => state === 'running' && (role === 'leader' || lag === 0)) &&
    members.some(({ role }) => role === 'sync_standby')
  );
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + HEALED_WITHIN_MS;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`${what}: not within ${HEALED_WITHIN_MS / 1_000} s`);
    await pause(100);
  }
}

/** Fills its disk: the primary ends by the segment of the log of changes that it cannot make. */
async function fillDisk(n: number, file: string): Promise<void> {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M'], { stdio: 'pipe' });
  } catch {
    // Full, as wanted.
  }
  const { pool, close } = createDatabase(`postgres://postgres@127.0.0.1:${PORT + 10 + n}/postgres`, {
    max: 1,
  });
  for (let tries = 0; tries < 60 && (await leader()) === n; tries++) {
    await pool.query('create table if not exists filler (); select pg_switch_wal()').catch(() => undefined);
  }
  await close();
}

/** The ways by which others reach a node, and by which it reaches etcd. */
const startNetwork = (n: number) =>
  Promise.all([
    startCuttable(PORT + 40 + n, PORT + 10 + n),
    startCuttable(PORT + 50 + n, PORT + 20 + n),
    startCuttable(PORT + 60 + n, PORT + 31),
  ]);

/** Three Patroni nodes of ops/patroni.sh, each with a small disk and a network that can be cut. */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'permille-failover-'));
  // The nodes run as another user.
  chmodSync(folder, 0o755);
  const at = (n: number) => join(folder, `n${n}`);
  const ops = (command: string) =>
    run(join(root, 'ops/patroni.sh'), [command, folder], {
      env: { ...process.env, PATRONI_PORT: String(PORT), PATRONI_CUTTABLE: '1' },
    });
  const kill = (file: string): void => void process.kill(pidIn(join(folder, file)), 'SIGKILL');
  const networks = await Promise.all(NODES.map(startNetwork));
  const disks = NODES.map((n) => mountSmall(at(n)));
  const stop = async (): Promise<void> => {
    await ops('stop').catch((error) => console.error(String(error)));
    await Promise.all(networks.flat().map((way) => way.stop()));
    for (const n of NODES) execFileSync('umount', ['--lazy', at(n)]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const lose: Record<Loss, (n: number) => void | Promise<void>> = {
    postgres: (n) => kill(`n${n}/data/postmaster.pid`),
    node(n) {
      kill(`n${n}.pid`);
      kill(`n${n}/data/postmaster.pid`);
    },
    network(n) {
      for (const way of networks[n - 1]!) way.cut();
    },
    disk: (n) => fillDisk(n, join(at(n), FILLING)),
  };
  const repair: Record<Loss, (n: number) => unknown> = {
    postgres: () => undefined,
    node: () => ops('start'),
    network(n) {
      for (const way of networks[n - 1]!) way.join();
    },
    disk: (n) => rmSync(join(at(n), FILLING), { force: true }),
  };
  try {
    await ops('start');
    await until('the cluster is whole', isWhole);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ownerUrl: `postgres://postgres@127.0.0.1:${PORT}/postgres`,
    disk: disks.includes('tmpfs') ? 'tmpfs' : 'loop mount',
    stop,
    /** Takes the primary away, waits until another leads, repairs what was lost, and waits until all three are there. */
    async failOver(loss: Loss): Promise<{ from: number; to: number; seconds: number }> {
      const from = (await leader())!;
      const began = performance.now();
      await lose[loss](from);
      let to: number | null = null;
      await until(`another than n${from} leads after the loss of its ${loss}`, async () => {
        to = await leader();
        return to !== null && to !== from;
      });
      const seconds = (performance.now() - began) / 1_000;
      await repair[loss](from);
      await until(`n${from} is back after the loss of its ${loss}`, isWhole);
      return { from, to: to!, seconds };
    },
  };
}
