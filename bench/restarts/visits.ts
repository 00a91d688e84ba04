import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { UPLOADS_PATH } from '#contract/media/media.ts';
import type { TestActor } from '#server/testing/actor.ts';
import { shortVideo } from '#server/testing/videos.ts';
import { nextIntention, type Send } from '../faults/intentions.ts';
import type { World } from '../processes/world.ts';
import { type Ask, visitorOf } from './visitor.ts';

const OF_EACH = { reads: 6, changes: 6, streams: 6, uploads: 2 };
const LIMITED_MS = 500;
const BETWEEN_MS = 10;
/** Milliseconds after which a page reopens its stream. */
const STREAM_BACK_MS = 1_000;
const READ = ['/api/session', '/api/status', '/api/host/overview', '/api/host/listings', '/api/openapi.json'];
const PIECE_BYTES = 16 * 1024;

interface Visits {
  /** One reason for each request without a reply or with a fault. */
  failed: string[];
  counts: Record<keyof typeof OF_EACH, number>;
}

interface Visiting extends Visits {
  w: World;
  isOver(): boolean;
}

/** Thrown when the load exceeds a person's rate limit, which is no fault of a restart. */
class Limited extends Error {}

/** Makes one request. If it fails, records the failure and returns false. */
async function noted(v: Visiting, kind: keyof Visits['counts'], name: string, ask: () => Promise<unknown>) {
  v.counts[kind] += 1;
  try {
    await ask();
    await pause(BETWEEN_MS);
    return true;
  } catch (error) {
    if (!(error instanceof Limited)) v.failed.push(`${name}: ${(error as Error).message}`);
    await pause(LIMITED_MS);
    return false;
  }
}

async function read(v: Visiting, ask: Ask, { cookie }: TestActor): Promise<void> {
  for (let nth = 0; !v.isOver(); nth++) {
    const path = READ[nth % READ.length]!;
    await noted(v, 'reads', `GET ${path}`, async () => {
      const reply = await ask(path, { headers: { cookie } });
      await text(reply);
      if (reply.statusCode === 429) throw new Limited();
    });
  }
}

/** Makes a change: of money, with an idempotency key, or one that needs no key. */
async function change({ w, ...v }: Visiting, ask: Ask): Promise<void> {
  const send: Send = async (path, { as, key, body, method = 'POST' }) => {
    const headers = {
      cookie: as.cookie,
      ...(key && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const reply = await ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const answer = await text(reply);
    if (reply.statusCode === 429) throw new Limited();
    return { status: reply.statusCode!, body: JSON.parse(answer) };
  };
  while (!v.isOver()) {
    const key = `restarts-${++w.made}`;
    const intention = w.open.shift() ?? nextIntention(key, w.people, w.known, w.dice, false);
    const ran = async () => void w.acknowledged.push(...(await intention.run(send)));
    if (!(await noted({ w, ...v }, 'changes', intention.name, ran))) w.open.push(intention);
  }
}

/** Listens to a stream and reopens it when it ends, like a page. */
async function listen(v: Visiting, ask: Ask, { cookie }: TestActor): Promise<void> {
  while (!v.isOver()) {
    await noted(v, 'streams', 'a stream', async () => {
      const reply = await ask('/api/events?seconds=5', { headers: { cookie, accept: 'text/event-stream' } });
      if (reply.statusCode !== 200) throw new Error(`answered ${reply.statusCode}`);
      const watch = setInterval(() => v.isOver() && reply.destroy(), 100);
      // A stream ends with its process, even within a message.
      await finished(reply.resume()).catch(() => undefined);
      clearInterval(watch);
    });
    await pause(STREAM_BACK_MS);
  }
}

const META = ['a.mp4', 'video/mp4'].map((each) => Buffer.from(each).toString('base64'));

async function upload(v: Visiting, ask: Ask, { cookie }: TestActor): Promise<void> {
  const own = { cookie, 'tus-resumable': '1.0.0' };
  while (!v.isOver()) {
    let place = '';
    const isMade = await noted(v, 'uploads', 'a new upload', async () => {
      const about = {
        'upload-length': String(shortVideo.length),
        'upload-metadata': `filename ${META[0]},filetype ${META[1]}`,
      };
      const reply = await ask(UPLOADS_PATH, { method: 'POST', headers: { ...own, ...about } });
      await text(reply);
      if (reply.statusCode === 429) throw new Limited();
      place = new URL(reply.headers.location ?? '', 'http://any').pathname;
    });
    for (let at = 0; isMade && at < shortVideo.length && !v.isOver(); at += PIECE_BYTES) {
      const isWhole = await noted(v, 'uploads', 'a piece of an upload', async () => {
        const piece = shortVideo.subarray(at, at + PIECE_BYTES);
        const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) };
        const body = Readable.from(slowly(piece));
        const reply = await ask(place, {
          method: 'PATCH',
          headers: { ...own, ...type, 'content-length': String(piece.length) },
          body,
        });
        await text(reply);
        if (reply.statusCode !== 204) throw new Error(`answered ${reply.statusCode}`);
      });
      if (!isWhole) break;
    }
  }
}

/** Sends a piece as on a slow connection, in more than a second. */
async function* slowly(piece: Buffer): AsyncGenerator<Buffer> {
  const part = Math.ceil(piece.length / 8);
  for (let at = 0; at < piece.length; at += part) {
    yield piece.subarray(at, at + part);
    await pause(200);
  }
}

/** Sends the requests of people behind a proxy, each from a separate address, until `isOver` returns true. */
export async function sendVisits(w: World, url: string, isOver: () => boolean): Promise<Visits> {
  const counts = { reads: 0, changes: 0, streams: 0, uploads: 0 };
  const v: Visiting = { w, isOver, failed: [], counts };
  const { hosts } = w.people;
  const each = (count: number, act: (ask: Ask, as: TestActor) => Promise<void>) =>
    Array.from({ length: count }, (_, nth) =>
      act(visitorOf(url, w.group.origin), hosts[nth % hosts.length]!),
    );
  await Promise.all([
    ...each(OF_EACH.reads, (ask, as) => read(v, ask, as)),
    ...each(OF_EACH.changes, (ask) => change(v, ask)),
    ...each(OF_EACH.streams, (ask, as) => listen(v, ask, as)),
    ...each(OF_EACH.uploads, (ask, as) => upload(v, ask, as)),
  ]);
  return { failed: v.failed, counts };
}
