import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.ico': 'image/x-icon',
};

interface Asset {
  file: string;
  size: number;
  /** Its name tells its content, so a browser may keep it for ever. */
  immutable: boolean;
}

/** The built file that a path names inside the root; null when there is none, or the path would leave the root. */
export async function findAsset(webRoot: string, path: string): Promise<Asset | null> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  // What begins with a dot is the build's own.
  if (decoded.includes('\0') || /(?:^|[/\\])\./.test(decoded)) return null;
  const file = normalize(join(webRoot, decoded));
  if (!file.startsWith(webRoot + sep)) return null;
  const size = await sizeOf(file);
  return size === null ? null : { file, size, immutable: path.startsWith('/assets/') };
}

const sizeOf = async (file: string): Promise<number | null> => {
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? found.size : null;
};

/** Sends the file, in the smaller form that the build made of it where the browser takes that. */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, size, immutable }: Asset,
): Promise<FastifyReply> {
  reply
    .type(CONTENT_TYPES[extname(file)] ?? 'application/octet-stream')
    .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding');
  const takes = String(request.headers['accept-encoding'] ?? '');
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!new RegExp(`\\b${encoding}\\b`).test(takes)) continue;
    const smaller = await sizeOf(file + ending);
    if (smaller === null) continue;
    reply.header('content-encoding', encoding).header('content-length', smaller);
    return reply.send(createReadStream(file + ending));
  }
  return reply.header('content-length', size).send(createReadStream(file));
}
