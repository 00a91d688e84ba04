import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { UPLOADS_PATH } from '#contract/media.ts';
import { median } from '../feed/load.ts';
import { type BenchRow, round, row } from '../result.ts';
import type { Usage } from './upload-server.ts';

const GIB = 1024 ** 3;
const BYTES = 1.5 * GIB;
/** As the front sends it. */
const PIECE_BYTES = 64 * 1024 ** 2;
const ROUNDS = 5;
const BLOCK = Buffer.alloc(1024 ** 2, 7);

const TUS = { 'tus-resumable': '1.0.0', origin: 'http://localhost:3000' };

async function start(kind: 'plain' | 'product') {
  const path = fileURLToPath(new URL('./upload-server.ts', import.meta.url));
  const child = fork(path, [kind], { execArgv: ['--import', 'tsx'] });
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  const answer = once(child, 'message');
  child.send('usage');
  return ((await answer) as [Usage])[0];
}

interface Asked {
  port: number;
  method: string;
  path: string;
  headers?: Record<string, string>;
}

/** Sends a request with so many bytes; returns the reply's headers. */
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

const sendPlain = (port: number) => send({ port, method: 'PUT', path: '/' }, BYTES);

async function sendInPieces(port: number): Promise<void> {
  const metadata = `filename ${btoa('a.mp4')},filetype ${btoa('video/mp4')}`;
  const headers = { ...TUS, 'upload-length': String(BYTES), 'upload-metadata': metadata };
  const { location } = await send({ port, method: 'POST', path: UPLOADS_PATH, headers }, 0);
  for (let offset = 0; offset < BYTES; offset += PIECE_BYTES) {
    const patch = {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    };
    const piece = Math.min(PIECE_BYTES, BYTES - offset);
    await send({ port, method: 'PATCH', path: location, headers: patch }, piece);
  }
  await send({ port, method: 'DELETE', path: location, headers: TUS }, 0);
}

/** Processor seconds of the server process per GiB of one upload. */
async function cost(child: ChildProcess, upload: () => Promise<unknown>): Promise<number> {
  const before = await usageOf(child);
  await upload();
  return ((await usageOf(child)).cpuSeconds - before.cpuSeconds) / (BYTES / GIB);
}

/** An upload of 1.5 GiB as the front sends it, against a request that is piped to a file. */
export async function measureUpload(): Promise<BenchRow[]> {
  const [plain, product] = [await start('plain'), await start('product')];
  const [ours, theirs]: number[][] = [[], []];
  const idle = await usageOf(product.child);
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const mine = await cost(product.child, () => sendInPieces(product.port));
    const baseline = await cost(plain.child, () => sendPlain(plain.port));
    // The first turn is warm-up.
    if (turn === 0) continue;
    ours!.push(mine);
    theirs!.push(baseline);
  }
  const { rssMb } = await usageOf(product.child);
  for (const { child } of [plain, product]) child.disconnect();
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
      name: 'memory of the server, against what it takes idle',
      value: round(rssMb),
      unit: 'MB',
      baseline: round(idle.rssMb),
      target: 200,
      lowerIsBetter: true,
    }),
  ];
}
