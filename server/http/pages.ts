import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.ts';

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
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

/** Serves the built web app: hashed assets for ever, any other path as the page that lets the browser route. */
export function servePages(server: FastifyInstance, webRoot: string): void {
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!;
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (path.startsWith('/api/') || !isPage) return sendProblem(reply, 'not_found');
    const file = resolveAsset(webRoot, path);
    if (file && (await isFile(file))) return await sendAsset(reply, file, path.startsWith('/assets/'));
    if (extname(path)) return sendProblem(reply, 'not_found');
    return await sendShell(request, reply, webRoot);
  });
}

async function sendShell(
  request: FastifyRequest,
  reply: FastifyReply,
  webRoot: string,
): Promise<FastifyReply> {
  const shell = join(webRoot, 'index.html');
  if (!existsSync(shell)) {
    return reply.status(503).type('text/plain').send('The web app is not built. Run: npm run build');
  }
  request.log.debug({ path: request.url.split('?')[0] }, 'page');
  return reply
    .type(CONTENT_TYPES['.html']!)
    .header('cache-control', 'no-cache')
    .send(await readFile(shell));
}

/** The file that a path names inside the root; null when it would leave it. */
function resolveAsset(webRoot: string, path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  const file = normalize(join(webRoot, decoded));
  return file.startsWith(webRoot + sep) && !decoded.includes('\0') ? file : null;
}

const isFile = async (file: string): Promise<boolean> =>
  (await stat(file).catch(() => null))?.isFile() ?? false;

async function sendAsset(reply: FastifyReply, file: string, immutable: boolean): Promise<FastifyReply> {
  return reply
    .type(CONTENT_TYPES[extname(file)] ?? 'application/octet-stream')
    .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('content-length', (await stat(file)).size)
    .send(createReadStream(file));
}
