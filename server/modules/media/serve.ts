import { basename, dirname } from 'node:path';
import { send } from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '#server/http/problem.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findPhoto, visibleFile, visiblePicture } from './queries.ts';
import { SMALL_TYPE } from './redraw/picture.ts';
import type { Form, MediaStorage } from './storage.ts';

/** The bytes of an id never change. `private`, because access ends when a listing is removed. */
const FOREVER = 'private, max-age=31536000, immutable';
/** Revalidated each time, because a replaced screenshot is deleted; the ETag saves the transfer. */
const ASK_AGAIN = 'private, no-cache';

/** 64 KiB reads cost half the throughput of a large download. */
const BUFFER_BYTES = 1024 * 1024;

/**
 * Answers with a file or a range of it, as an attachment of the probed type: players ignore the disposition, and a
 * stranger's file never opens as a page.
 */
export async function serveFile(
  deps: { db: Database; storage: MediaStorage },
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await visibleFile(deps.db, id, request.actor);
  if (!file) return sendProblem(reply, 'not_found');
  const disposition = attachment(file.file_name);
  return sendFile(deps.storage, file, { form: 'file', disposition, caching: FOREVER }, request, reply);
}

/** A photo, shown inline: it was re-encoded by us, and its headers forbid scripts and sniffing. */
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

/** A picture of a clip, shown inline like a photo, but only to people involved in the clip. */
const serveOfClip =
  (kind: 'screenshot' | 'poster', caching: string): typeof servePhoto =>
  async (deps, id, request, reply, form) => {
    const file = request.actor ? await visiblePicture(deps.db, id, kind, request.actor) : undefined;
    return servePicture(deps.storage, file, { form, caching }, request, reply);
  };

export const serveScreenshot = serveOfClip('screenshot', ASK_AGAIN);
export const servePoster = serveOfClip('poster', FOREVER);

async function servePicture(
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

async function sendFile(
  storage: MediaStorage,
  file: StoredFile,
  { form, disposition, caching }: { form: Form; disposition: string; caching: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = storage.pathOf(file.storage_key, form);
  const sent = await send(request.raw, basename(path), {
    root: dirname(path),
    cacheControl: false,
    contentType: false,
    highWaterMark: BUFFER_BYTES,
  });
  if (sent.type === 'error') {
    request.log.warn({ err: sent.metadata.error, media: file.id }, 'a file could not be sent');
    return reply.headers(sent.headers).status(sent.statusCode).send(sent.stream);
  }
  return reply
    .headers(sent.headers)
    .headers({
      'content-type': file.content_type,
      'content-disposition': disposition,
      'x-content-type-options': 'nosniff',
      'cache-control': caching,
    })
    .status(sent.statusCode)
    .send(sent.stream);
}

/** Both forms of RFC 6266: plain ASCII for old clients, UTF-8 for the rest. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const utf8 = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
