import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';
import { requireSpace } from './embedded-cluster.ts';
import { isAlive } from './embedded-pidfile.ts';
import { testFolder } from './test-folder.ts';

const home = testFolder();
const dataDir = join(home, 'data');
const pidFile = join(dataDir, 'postgres/postmaster.pid');
const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function start(options: { log?: (line: string) => void; dataDir?: string } = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, ...options });
  stops.push(() => embedded.stop());
  return embedded;
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Whether a process has ended. An ended orphan may stay listed as a zombie until the init process reaps it.
 */
const hasEnded = (pid: number): boolean =>
  !isAlive(pid) || /^[^)]+\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

/** Starts a separate Node that starts the same cluster and prints PostgreSQL's process id. */
function startInChild(): ChildProcess {
  const module = fileURLToPath(new URL('./embedded.ts', import.meta.url));
  const program = `const { startEmbedded } = await import(${JSON.stringify(module)});
    const { pid } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(pid); setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stops.push(() => child.kill('SIGKILL'));
  return child;
}

const readPid = async (child: ChildProcess): Promise<number> =>
  Number(String((await once(child.stdout!, 'data'))[0]));

test('keeps rows over a stop and a start, in UTF-8 whatever the locale', async () => {
  const first = await start();
  await ask(first.ownerUrl, `create table kept as select 'żółw ‰' as word`);
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start();
  expect(await ask(second.ownerUrl, 'select word, length(word) from kept')).toEqual([
    { word: 'żółw ‰', length: 6 },
  ]);
  expect(await ask(second.ownerUrl, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
});

test.each([
  ['empty', ''],
  ['of a process that is gone', `2147483646\n${dataDir}/postgres\n`],
  ['of a living process that is not PostgreSQL', `${process.ppid}\n${dataDir}/postgres\n`],
  ['with garbage in it', 'not a number\n\n'],
])('a postmaster.pid %s does not prevent the start', async (_, text) => {
  writeFileSync(pidFile, text);
  const embedded = await start();
  expect(await ask(embedded.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a second start on the same folder is refused in one sentence and does not affect the first', async () => {
  const first = await start();
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    /^The data folder .+ is in use by another running Permille .+: stop it first/,
  );
  expect(await ask(first.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('restarts automatically after a crash, with the same URL', async () => {
  const lines: string[] = [];
  const embedded = await start({ log: (line) => lines.push(line) });
  const before = embedded.pid;
  process.kill(before, 'SIGKILL');
  await vi.waitFor(() => ask(embedded.ownerUrl, 'select 1'), { timeout: 10_000, interval: 50 });
  expect(embedded.pid).not.toBe(before);
  expect(lines.filter((line) => line.startsWith('PostgreSQL ended by itself (SIGKILL)'))).toHaveLength(1);
});

test('a stop during a restart is final', async () => {
  const embedded = await start();
  process.kill(embedded.pid, 'SIGKILL');
  await vi.waitFor(() => expect(isAlive(embedded.pid)).toBe(false));
  await embedded.stop();
  await embedded.stop();
  expect(isAlive(embedded.pid)).toBe(false);
  const next = await start();
  expect(await ask(next.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a Node killed with SIGKILL leaves no PostgreSQL behind, and the next start waits for it', async () => {
  const child = startInChild();
  const pid = await readPid(child);
  expect(isAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  const next = await start();
  // PostgreSQL removes its postmaster.pid a moment before it ends.
  await vi.waitFor(() => expect(hasEnded(pid)).toBe(true));
  expect(await ask(next.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a temporary cluster is deleted when it stops', async () => {
  const embedded = await startEmbedded({ sync: false });
  const folder = new URL(embedded.ownerUrl).searchParams.get('host');
  await embedded.stop();
  if (folder) expect(existsSync(folder)).toBe(false);
});

test('starts in a folder that only root may enter, and despite the remains of a killed start', async () => {
  const closed = join(home, 'closed');
  mkdirSync(join(closed, 'data/postgres.init-2147483646'), { recursive: true });
  chmodSync(closed, 0o700);
  const embedded = await start({ dataDir: join(closed, 'data') });
  expect(await ask(embedded.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(readdirSync(join(closed, 'data'))).toEqual(['postgres']);
});

test('a data folder that cannot be written, or lacks space, is refused in one sentence', async () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  await expect(startEmbedded({ dataDir: join(file, 'data') })).rejects.toThrow(
    /^The data folder .+ cannot be written \(ENOTDIR\): set DATA_DIR/,
  );
  // Below /proc, mkdir answers ENOENT as if the parent folder were missing.
  if (process.platform === 'linux')
    expect(() => requireSpace('/proc/permille')).toThrow(/cannot be written \(E[A-Z]+\): set DATA_DIR/);
  expect(() => requireSpace(home, Number.MAX_SAFE_INTEGER)).toThrow(
    /^Only \d+ MB are free for the data folder/,
  );
});
