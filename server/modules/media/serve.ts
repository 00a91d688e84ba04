import type { FastifyReply, FastifyRequest } from 'fastify';
import send from 'send';
import { sendProblem } from '#server/http/problem.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findPhoto, visibleFile, visibleProof } from './queries.ts';
import type { MediaStorage } from './storage.ts';

/** The bytes behind an id never change; `private`, because a listing may be removed. */
const FOREVER = 'private, max-age=31536000, immutable';
/** A screenshot goes when it is replaced: a browser asks each time, and the ETag spares the bytes. */
const ASK_AGAIN = 'private, no-cache';

/** 64 KiB reads cost half the throughput of a large download. */
const BUFFER_BYTES = 1024 * 1024;

/**
 * Answers with a file or a range of it. Always as an attachment of the type that was probed: a player ignores the
 * disposition, and a file of a stranger never opens as a page.
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
  return sendFile(deps.storage, file, { disposition, caching: FOREVER }, request, reply);
}

/** A photo, shown in place: its bytes are a picture and nothing else, and what a browser would make of them is fenced in. */
export async function servePhoto(
  deps: { db: Database; storage: MediaStorage },
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return servePicture(deps.storage, await findPhoto(deps.db, id), FOREVER, request, reply);
}

/** A screenshot, shown the same way, and only to those whom its clip concerns. */
export async function serveProof(
  deps: { db: Database; storage: MediaStorage },
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = request.actor ? await visibleProof(deps.db, id, request.actor) : undefined;
  return servePicture(deps.storage, file, ASK_AGAIN, request, reply);
}

function servePicture(
  storage: MediaStorage,
  file: StoredFile | undefined,
  caching: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!file) return sendProblem(reply, 'not_found');
  reply.header('content-security-policy', "default-src 'none'; sandbox");
  return sendFile(storage, file, { disposition: 'inline', caching }, request, reply);
}

interface StoredFile {
  id: string;
  content_type: string;
  storage_key: string;
}

function sendFile(
  storage: MediaStorage,
  file: StoredFile,
  { disposition, caching }: { disposition: string; caching: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.setHeader('content-type', file.content_type);
  raw.setHeader('content-disposition', disposition);
  raw.setHeader('x-content-type-options', 'nosniff');
  raw.setHeader('cache-control', caching);
  const options = { cacheControl: false, dotfiles: 'allow', highWaterMark: BUFFER_BYTES } as const;
  send(request.raw, encodeURI(storage.pathOf(file.storage_key)), options)
    .on('error', (error: Error & { status?: number }) => {
      request.log.warn({ err: error, media: file.id }, 'a file could not be sent');
      if (raw.headersSent) return raw.destroy();
      raw.statusCode = error.status ?? 500;
      raw.end();
    })
    .pipe(raw);
  return reply;
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
