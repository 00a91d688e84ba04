import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { send } from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountId } from '#contract/accounts/ids.ts';
import { sendProblem } from '#server/http/problem.ts';
import type { Clock } from '#server/infra/clock.ts';
import { namesTag } from '#server/infra/entity-tag.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findPhoto, visibleSource } from './queries.ts';
import { SMALL_TYPE } from './redraw/picture.ts';
import { type LinkQuery, linkViewer, type SourceLinks } from './source-link.ts';
import type { Form, MediaStorage, RemoteFile } from './storage.ts';
import type { Streams } from './streams.ts';
import { visibleOfClip } from './visible-of-clip.ts';

/** Bytes with the same id never change. `private`, because access ends when a listing is removed. */
const FOREVER = 'private, max-age=31536000, immutable';
/**
 * Browsers ask again each time, because access may have ended. If the ETag matches, the bytes are not sent
 * again.
 */
const ASK_AGAIN = 'private, no-cache';

/**
 * Caching of a file that a browser gets from the bucket: it needs the bytes this long while it plays them.
 */
const LINKED = 'private, max-age=3600';

/**
 * Returns whether the request may be redirected to the bucket: only requests of players and downloads are.
 * Requests of scripts and pictures are answered by this server, so that the bucket needs no CORS rule.
 */
const fetchesElsewhere = ({ headers }: FastifyRequest): boolean =>
  [undefined, 'video', 'document'].includes(headers['sec-fetch-dest']?.toString());

/** Size of reads: reads of 64 KiB cost half the throughput of a large download. */
const BUFFER_BYTES = 1024 * 1024;

export interface SourceDeps {
  db: Database;
  storage: MediaStorage;
  links: SourceLinks;
  streams: Streams;
  /**
   * Prefix under which nginx serves the data folder's `media` internally; null: this process sends the bytes.
   */
  accelPrefix: string | null;
  clock: Clock;
}

/**
 * Sends a source video or a range of it, as an attachment of the probed type. Players ignore that it is an
 * attachment, and a stranger's file never opens as a page.
 */
export async function serveSource(
  parts: SourceDeps,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
  form: 'file' | 'light' = 'file',
): Promise<FastifyReply> {
  const { db, links, clock } = parts;
  const linked = links.read(id, request.query as LinkQuery, clock.now());
  const viewer = linked === null ? request.actor : await linkViewer(db, linked);
  const file = await visibleSource(db, id, viewer);
  const shown = form === 'file' || file?.light === 'ready' ? file : undefined;
  return await serveVideo(parts, shown, viewer, request, reply, form);
}

/**
 * Sends the seek index of a source video (seek/make-seek-index.ts) or a range of it; 204 for a video that
 * needs none or is older than seek indexes.
 */
export async function serveSeekIndex(
  parts: SourceDeps,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = request.actor;
  const file = await visibleSource(parts.db, id, viewer);
  if (file && (await parts.storage.sizeOf(file.storage_key, 'seek-index')) === null)
    return reply.header('cache-control', ASK_AGAIN).status(204).send();
  return await serveVideo(parts, file, viewer, request, reply, 'seek-index');
}

/** Sends the video of a clip, like a source video, to people involved in the clip. */
export async function serveClipFile(
  parts: SourceDeps,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = request.actor;
  const file = viewer ? await visibleOfClip(parts.db, id, 'clip', viewer) : undefined;
  return await serveVideo(parts, file, viewer, request, reply);
}

async function serveVideo(
  { storage, streams, accelPrefix }: SourceDeps,
  file: (StoredFile & { file_name: string }) | undefined,
  viewer: { accountId: AccountId } | null,
  request: FastifyRequest,
  reply: FastifyReply,
  form: 'file' | 'light' | 'seek-index' = 'file',
): Promise<FastifyReply> {
  if (!file || !viewer) return sendProblem(reply, 'not_found');
  const disposition = attachment(file.file_name);
  const place = await storage.locate(file.storage_key, form);
  if ('remote' in place && fetchesElsewhere(request)) {
    const how = { contentType: file.content_type, disposition, caching: LINKED };
    const url = await place.remote.link(how);
    // Never cached: each visit checks again whether the person may see the file.
    if (url) return reply.header('cache-control', 'no-store').redirect(url, 302);
  }
  if (accelPrefix !== null && 'path' in place) {
    return reply
      .headers(headersOf(file, { disposition, caching: ASK_AGAIN }))
      .header('x-accel-redirect', `${accelPrefix}${file.storage_key}/${form}`)
      .send();
  }
  const opened = (stream: Readable) => streams.add(viewer.accountId, stream);
  return sendFile(storage, file, { form, disposition, caching: ASK_AGAIN, opened }, request, reply);
}

/**
 * Sends a photo inline. That is safe because we re-encoded the photo, and its headers forbid scripts and
 * sniffing.
 */
export async function servePhoto(
  deps: { db: Database; storage: MediaStorage },
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
): Promise<FastifyReply> {
  const how = { form, caching: FOREVER };
  return servePicture(deps.storage, await findPhoto(deps.db, id), how, request, reply);
}

/** Sends a picture of a clip inline like a photo, but only to people involved in the clip. */
const serveOfClip =
  (kind: 'screenshot' | 'poster', caching: string): typeof servePhoto =>
  async (deps, id, request, reply, form) => {
    const file = request.actor ? await visibleOfClip(deps.db, id, kind, request.actor) : undefined;
    return servePicture(deps.storage, file, { form, caching }, request, reply);
  };

export const serveScreenshot = serveOfClip('screenshot', ASK_AGAIN);
export const servePoster = serveOfClip('poster', FOREVER);

export async function servePicture(
  storage: MediaStorage,
  file: StoredFile | undefined,
  { form, caching }: { form: Form; caching: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!file) return sendProblem(reply, 'not_found');
  reply.header('content-security-policy', "default-src 'none'; sandbox");
  const shown = form === 'small' ? { ...file, content_type: SMALL_TYPE } : file;
  return sendFile(storage, shown, { form, disposition: 'inline', caching }, request, reply);
}

interface StoredFile {
  id: string;
  content_type: string;
  storage_key: string;
}

interface How {
  form: Form;
  disposition: string;
  caching: string;
  /** Called with the stream of the response. */
  opened?: (stream: Readable) => void;
}

async function sendFile(
  storage: MediaStorage,
  file: StoredFile,
  { form, opened, ...how }: How,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The ETag is strong, because the bytes of an id and form never change.
  const etag = `"${file.id}-${form}"`;
  reply.header('etag', etag);
  if (namesTag(request.headers['if-none-match'], etag)) {
    return reply.header('cache-control', how.caching).status(304).send();
  }
  const place = await storage.locate(file.storage_key, form);
  if ('remote' in place) {
    const { range } = askedRange(request, etag).headers;
    return await passOn(place.remote, range, headersOf(file, how), reply, opened);
  }
  const { path } = place;
  const sent = await send(askedRange(request, etag), basename(path), {
    root: dirname(path),
    cacheControl: false,
    contentType: false,
    etag: false,
    lastModified: false,
    highWaterMark: BUFFER_BYTES,
  });
  if (sent.type === 'error') {
    request.log.warn({ err: sent.metadata.error, media: file.id }, 'a file could not be sent');
    return reply.headers(sent.headers).status(sent.statusCode).send(sent.stream);
  }
  opened?.(sent.stream);
  return reply.headers(sent.headers).headers(headersOf(file, how)).status(sent.statusCode).send(sent.stream);
}

/** Passes the bucket's response on as if the file were local. */
async function passOn(
  remote: RemoteFile,
  range: string | undefined,
  headers: Record<string, string>,
  reply: FastifyReply,
  opened: How['opened'],
): Promise<FastifyReply> {
  const given = await remote.get(range);
  if (!given) return sendProblem(reply, 'not_found');
  opened?.(given.bytes);
  reply.headers({ 'accept-ranges': 'bytes', ...given.headers }).status(given.status);
  return reply.headers(given.status === 416 ? {} : headers).send(given.bytes);
}

const headersOf = (file: StoredFile, { disposition, caching }: Omit<How, 'form'>) => ({
  'content-type': file.content_type,
  'content-disposition': disposition,
  'x-content-type-options': 'nosniff',
  'cache-control': caching,
});

/**
 * Returns the request reduced to its range. The range counts only if the bytes that the caller already has
 * are of this file (If-Range).
 */
function askedRange({ raw }: FastifyRequest, etag: string): FastifyRequest['raw'] {
  const { range, 'if-range': ifRange } = raw.headers;
  const counts = range !== undefined && (ifRange === undefined || ifRange === etag);
  return Object.create(raw, { headers: { value: counts ? { range } : {} } });
}

/**
 * Builds a Content-Disposition header with the file name in both forms of RFC 6266: ASCII for old clients,
 * UTF-8 for others.
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const utf8 = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
