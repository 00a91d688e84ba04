import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UPLOADS_PATH } from '#contract/media/media.ts';
import { lastingPort } from '../../scripts/lasting-port.ts';
import { buildServerWhenStale } from '../../scripts/steps/build.mjs';
import { launch, over } from '../faults/killable.ts';
import { median } from '../feed/load.ts';
import { type BenchRow, round, row } from '../result.ts';

const GIB = 1024 ** 3;
const BYTES = 1.5 * GIB;
/** The size of the pieces that the web app sends. */
const PIECE_BYTES = 64 * 1024 ** 2;
const ROUNDS = 5;
const BLOCK = Buffer.alloc(1024 ** 2, 7);

/** A server that receives an upload, and its processor time. */
interface Subject {
  upload(): Promise<void>;
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a server that pipes a request to a file. */
async function startPlain(): Promise<Subject> {
  const path = fileURLToPath(new URL('./plain-server.ts', import.meta.url));
  const child = fork(path, { execArgv: ['--import', 'tsx'] });
  const message = async () => ((await once(child, 'message')) as [number])[0];
  const port = await message();
  return {
    upload: async () => void (await send({ port, method: 'PUT', path: '/' }, BYTES)),
    async cpuSeconds() {
      const answer = message();
      child.send('usage');
      return await answer;
    },
    stop: async () => child.disconnect(),
  };
}

/** Starts the built server with its demo, as `npm start` does. */
async function startProduct(): Promise<Subject & { peakMb(): number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-bench-upload-'));
  const { child, baseUrl } = await launch({
    ...{ DATA_DIR: dataDir, PORT: await lastingPort(), DEMO: '1', DEMO_MARKET: '0' },
    ...{ UPLOADS_PERSON_GB: '4', NODE_OPTIONS: '--max-semi-space-size=4' },
  });
  const cookie = await signIn(baseUrl);
  return {
    upload: () => sendInPieces(Number(new URL(baseUrl).port), { cookie, origin: baseUrl }),
    async cpuSeconds() {
      const text = await (await fetch(`${baseUrl}/metrics`)).text();
      return Number(/^process_cpu_seconds_total ([\d.e-]+)/m.exec(text)![1]);
    },
    // The peak memory of another process is available on Linux only.
    peakMb: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024,
    async stop() {
      child.kill('SIGTERM');
      await over(child);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function signIn(origin: string): Promise<string> {
  const reply = await fetch(`${origin}/api/auth/demo-login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'host' }),
  });
  if (!reply.ok) throw new Error(`the demo login answered ${reply.status}`);
  return reply.headers.getSetCookie()[0]!.split(';')[0]!;
}

interface Asked {
  port: number;
  method: string;
  path: string;
  headers?: Record<string, string>;
}

/** Sends a request with a body of this many bytes; returns the reply's headers. */
async function send({ port, method, path, headers = {} }: Asked, bytes: number) {
  const sender = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { ...headers, 'content-length': bytes },
  });
  const reply = once(sender, 'response');
  for (let sent = 0; sent < bytes; sent += BLOCK.length) {
    if (!sender.write(BLOCK.subarray(0, bytes - sent))) await once(sender, 'drain');
  }
  sender.end();
  const [response] = await reply;
  response.resume();
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode}`);
  return response.headers;
}

async function sendInPieces(port: number, person: { cookie: string; origin: string }): Promise<void> {
  const metadata = `filename ${btoa('a.mp4')},filetype ${btoa('video/mp4')}`;
  const tus = { 'tus-resumable': '1.0.0', ...person };
  const headers = { ...tus, 'upload-length': String(BYTES), 'upload-metadata': metadata };
  const { location } = await send({ port, method: 'POST', path: UPLOADS_PATH, headers }, 0);
  for (let offset = 0; offset < BYTES; offset += PIECE_BYTES) {
    const patch = {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    };
    const piece = Math.min(PIECE_BYTES, BYTES - offset);
    await send({ port, method: 'PATCH', path: location, headers: patch }, piece);
  }
  await send({ port, method: 'DELETE', path: location, headers: tus }, 0);
}

/** Returns the processor seconds of the server process per GiB of an upload. */
async function cost({ upload, cpuSeconds }: Subject): Promise<number> {
  const before = await cpuSeconds();
  await upload();
  return ((await cpuSeconds()) - before) / (BYTES / GIB);
}

/**
 * Measures an upload of 1.5 GiB to the built server, as the web app sends it, compared with a request piped
 * to a file.
 */
export async function measureUpload(): Promise<BenchRow[]> {
  await buildServerWhenStale();
  const [plain, product] = [await startPlain(), await startProduct()];
  const [ours, theirs]: number[][] = [[], []];
  const idleMb = product.peakMb();
  try {
    for (let turn = 0; turn <= ROUNDS; turn++) {
      const mine = await cost(product);
      const baseline = await cost(plain);
      // The first turn is warm-up and not counted.
      if (turn === 0) continue;
      ours!.push(mine);
      theirs!.push(baseline);
    }
    const baseline = median(theirs!);
    return [
      row({
        name: 'processor time of an upload, against a plain stream',
        value: round(median(ours!)),
        unit: 's/GiB',
        baseline: round(baseline),
        target: round(1.4 * baseline),
        lowerIsBetter: true,
      }),
      row({
        name: 'memory of the server with its demo at most, against before the first upload',
        value: round(product.peakMb()),
        unit: 'MB',
        baseline: round(idleMb),
        target: 200,
        lowerIsBetter: true,
      }),
    ];
  } finally {
    await Promise.all([plain.stop(), product.stop()]);
  }
}
