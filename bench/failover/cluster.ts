import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../scripts/steps/project.mjs';
import { startCuttable } from './cuttable.ts';

const PORT = 5640;
const NODES = [1, 2, 3];
const HEALED_WITHIN_MS = 90_000;
const DISK_MB = 640;
const FILLING = 'full';
const MEGABYTE = 2 ** 20;
/** Free space below the limit of patroni-disk.py, and still enough for PostgreSQL to work. */
const LOW_BYTES = 48 * MEGABYTE;
/** Time with little space on all nodes, long enough for several checks of patroni-disk.py. */
const ALL_LOW_MS = 20_000;

/** The ways to lose a node. */
export const losses = ['postgres', 'node', 'network', 'disk'] as const;
export type Loss = (typeof losses)[number];

const run = promisify(execFile);
const pidIn = (file: string): number => Number(readFileSync(file, 'utf8').split('\n')[0]);

/** Mounts a small disk for the node: a loop mount, or memory when the machine has no loop devices. */
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

/** Returns the leader, according to the nodes that can be reached. */
async function leader(): Promise<number | null> {
  const leads = await Promise.all(
    NODES.map(async (n) => (await ask(n, '/primary').catch(() => null))?.ok === true),
  );
  return NODES.find((_, nth) => leads[nth]) ?? null;
}

/** Whether all nodes run, none is behind, and one follower is synchronous. */
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

/** Fills the disk of a folder except for `left` bytes. */
function fillDisk(folder: string, left = 0): void {
  const { bavail, bsize } = statfsSync(folder);
  // To leave no space, dd writes until the disk is full, including the blocks reserved for root.
  const megabytes = left > 0 ? Math.floor((bavail * bsize - left) / MEGABYTE) : DISK_MB;
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${join(folder, FILLING)}`, 'bs=1M', `count=${megabytes}`], {
      stdio: 'pipe',
    });
  } catch {
    // An error means that the disk is full, as intended.
  }
}

/** Starts the proxies through which others reach a node, and through which the node reaches etcd. */
const startNetwork = (n: number) =>
  Promise.all([
    startCuttable(PORT + 40 + n, PORT + 10 + n),
    startCuttable(PORT + 50 + n, PORT + 20 + n),
    startCuttable(PORT + 60 + n, PORT + 31),
  ]);

type Network = Awaited<ReturnType<typeof startNetwork>>;

/** Returns functions that lose and repair a node, by kind of loss. */
function waysToLose(at: (n: number) => string, networks: Network[], start: () => unknown) {
  const kill = (file: string): void => void process.kill(pidIn(file), 'SIGKILL');
  const lose: Record<Loss, (n: number) => void | Promise<void>> = {
    postgres: (n) => kill(join(at(n), 'data/postmaster.pid')),
    node(n) {
      kill(`${at(n)}.pid`);
      kill(join(at(n), 'data/postmaster.pid'));
    },
    network(n) {
      for (const way of networks[n - 1]!) way.cut();
    },
    disk: (n) => fillDisk(at(n)),
  };
  const repair: Record<Loss, (n: number) => unknown> = {
    postgres: () => undefined,
    node: start,
    network(n) {
      for (const way of networks[n - 1]!) way.join();
    },
    disk: (n) => rmSync(join(at(n), FILLING), { force: true }),
  };
  return { lose, repair };
}

/** Starts three Patroni nodes of ops/patroni.sh, each with a small disk and a network that can be cut. */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'permille-failover-'));
  // The nodes run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const at = (n: number) => join(folder, `n${n}`);
  const ops = (command: string) =>
    run(join(root, 'ops/patroni.sh'), [command, folder], {
      env: { ...process.env, PATRONI_PORT: String(PORT), PATRONI_CUTTABLE: '1' },
    });
  const networks = await Promise.all(NODES.map(startNetwork));
  const disks = NODES.map((n) => mountSmall(at(n)));
  const stop = async (): Promise<void> => {
    await ops('stop').catch((error) => console.error(String(error)));
    await Promise.all(networks.flat().map((way) => way.stop()));
    for (const n of NODES) execFileSync('umount', ['--lazy', at(n)]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const { lose, repair } = waysToLose(at, networks, () => ops('start'));
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
    /**
     * Loses the primary, waits until another node leads, repairs the loss, and waits until all three nodes
     * are healthy.
     */
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
    /**
     * Leaves each node little disk space for some time. Returns the nodes that led meanwhile instead of the
     * first one.
     */
    async lowEverywhere(): Promise<string[]> {
      const first = (await leader())!;
      // The primary is filled last: while another node has space, that node should lead.
      for (const n of [...NODES.filter((each) => each !== first), first]) fillDisk(at(n), LOW_BYTES);
      const moved = new Set<string>();
      const end = performance.now() + ALL_LOW_MS;
      while (performance.now() < end) {
        const leads = (await leader()) ?? first;
        if (leads !== first) moved.add(`n${leads} instead of n${first}`);
        await pause(500);
      }
      for (const n of NODES) repair.disk(n);
      await until('all nodes have room', isWhole);
      return [...moved];
    },
  };
}
