import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type BrowserContext, type Cookie, request } from '@playwright/test';
import { UPLOADS_PATH } from '#contract/media/media.ts';

/** The size of the pieces that the web app sends. */
const PIECE_BYTES = 64 * 1024 ** 2;
const READY_LIMIT_MS = 10 * 60_000;

interface Host {
  call(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Sends a video by tus; resolves with its id once the video was checked. */
  upload(path: string): Promise<string>;
}

const text = (value: string) => Buffer.from(value).toString('base64');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Signs in to a demo account. */
export async function enter(context: BrowserContext, address: string, role: 'host' | 'clipper') {
  const headers = { origin: address };
  await context.request.post(`${address}/api/auth/demo-login`, { data: { role }, headers });
}

/** Signs in as the demo's host, through requests. */
export async function demoHost(address: string): Promise<Host> {
  const own = await request.newContext({ baseURL: address, extraHTTPHeaders: { origin: address } });
  await own.post('/api/auth/demo-login', { data: { role: 'host' } });
  const cookie = (await own.storageState()).cookies
    .map(({ name, value }: Cookie) => `${name}=${value}`)
    .join('; ');
  const call: Host['call'] = async (method, path, body) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const reply = await own.fetch(path, { method, headers, ...(body && { data: body }) });
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`);
    return await reply.json();
  };
  const upload: Host['upload'] = async (path) => {
    const { size } = await stat(path);
    const tus = { cookie, origin: address, 'tus-resumable': '1.0.0' };
    const metadata = `filename ${text('night.mp4')},filetype ${text('video/mp4')}`;
    const headers = { ...tus, 'upload-length': String(size), 'upload-metadata': metadata };
    const begun = await fetch(address + UPLOADS_PATH, { method: 'POST', headers });
    const location = begun.headers.get('location');
    if (!location) throw new Error(`An upload was not begun: ${begun.status} ${await begun.text()}`);
    for (let offset = 0; offset < size; offset += PIECE_BYTES) {
      const end = Math.min(size, offset + PIECE_BYTES);
      const pieces = await createReadStream(path, { start: offset, end: end - 1 }).toArray();
      const body = Buffer.concat(pieces);
      const piece = {
        ...tus,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      };
      const sent = await fetch(address + location, { method: 'PATCH', headers: piece, body });
      if (!sent.ok) throw new Error(`A piece was refused: ${sent.status} ${await sent.text()}`);
    }
    const id = location.split('/').at(-1)!;
    for (const since = Date.now(); Date.now() - since < READY_LIMIT_MS; await pause(500)) {
      const { state } = await call('GET', `/api/media/${id}`);
      if (state === 'ready') return id;
      if (state === 'refused') throw new Error(`${path} was refused.`);
    }
    throw new Error(`${path} was not checked in time.`);
  };
  return { call, upload };
}

/** Posts a listing with this source; returns its id. */
export async function offer(host: Host, title: string, sourceMediaId: string): Promise<string> {
  const posted = await host.call('POST', '/api/listings', {
    title,
    description: 'The best moments of a long evening.',
    instructions: 'Vertical, captions on.',
    platforms: ['tiktok'],
    sourceMediaId,
    sourceUrl: null,
    rateCentsPerMille: 100,
    budgetMicros: '20000000',
    rules: {},
  });
  return String(posted.id);
}
