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

/** Three Patroni nodes of ops/patroni.sh, each with a small disk and a network that can be cut. */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'permille-failover-'));
  // The nodes run as another user.
  chmodSync(folder, 0o755);
  const ops = async (command: string): Promise<string> => {
    const env = { ...process.env, PATRONI_PORT: String(PORT), PATRONI_CUTTABLE: '1' };
    // What it starts keeps its output: only its exit says that it is done.
    return (await run(join(root, 'ops/patroni.sh'), [command, folder], { env })).stdout;
  };
  const at = (n: number) => join(folder, `n${n}`);
  const networks = await Promise.all(
    NODES.map((n) =>
      Promise.all(
        [
          [40 + n, 10 + n],
          [50 + n, 20 + n],
          [60 + n, 31],
        ].map(([from, to]) => startCuttable(PORT + from!, PORT + to!)),
      ),
    ),
  );
  const disks = NODES.map((n) => mountSmall(at(n)));
  const answers = (n: number, path: string) =>
    fetch(`http://127.0.0.1:${PORT + 50 + n}${path}`, { signal: AbortSignal.timeout(2_000) });
  /** Who leads, as those see it who can reach it. */
  const leader = async (): Promise<number | null> => {
    const leads = await Promise.all(
      NODES.map(async (n) => (await answers(n, '/primary').catch(() => null))?.ok === true),
    );
    return NODES.find((_, nth) => leads[nth]) ?? null;
  };
  const isWhole = async (): Promise<boolean> => {
    const n = await leader();
    if (n === null) return false;
    const { members } = (await (await answers(n, '/cluster')).json()) as {
      members: { role: string; state: string; lag?: number }[];
    };
    return (
      members.length === NODES.length &&
      members.every(({ role, state, lag = 0 }) => state === 'running' && (role === 'leader' || lag === 0)) &&
      members.some(({ role }) => role === 'sync_standby')
    );
  };
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    const end = performance.now() + HEALED_WITHIN_MS;
    while (!(await holds().catch(() => false))) {
      if (performance.now() > end) throw new Error(`${what}: not within ${HEALED_WITHIN_MS / 1_000} s`);
      await pause(100);
    }
  };
  const kill = (file: string): void => void process.kill(pidIn(join(folder, file)), 'SIGKILL');
  const fill = 'full';
  /** A segment of the log of changes that cannot be made ends the primary. */
  const fillDisk = async (n: number): Promise<void> => {
    try {
      execFileSync('dd', ['if=/dev/zero', `of=${join(at(n), fill)}`, 'bs=1M'], { stdio: 'pipe' });
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
  };
  const stop = async (): Promise<void> => {
    await ops('stop').catch((error) => console.error(String(error)));
    await Promise.all(networks.flat().map((way) => way.stop()));
    for (const n of NODES) execFileSync('umount', ['--lazy', at(n)]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
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
    /** Takes the primary away, waits until another leads, mends what was lost, and waits until all three are there. */
    async failOver(loss: Loss): Promise<{ from: number; to: number; seconds: number }> {
      const from = (await leader())!;
      const began = performance.now();
      if (loss === 'postgres' || loss === 'node') {
        if (loss === 'node') kill(`n${from}.pid`);
        kill(`n${from}/data/postmaster.pid`);
      }
      if (loss === 'network') for (const way of networks[from - 1]!) way.cut();
      if (loss === 'disk') await fillDisk(from);
      let to: number | null = null;
      await until(`another than n${from} leads after the loss of its ${loss}`, async () => {
        to = await leader();
        return to !== null && to !== from;
      });
      const seconds = (performance.now() - began) / 1_000;
      for (const way of networks[from - 1]!) if (loss === 'network') way.mend();
      rmSync(join(at(from), fill), { force: true });
      if (loss === 'node') await ops('start');
      await until(`n${from} is back after the loss of its ${loss}`, isWhole);
      return { from, to: to!, seconds };
    },
  };
}
