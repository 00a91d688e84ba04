import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { PUBLIC_API } from '#contract/public-api.ts';
import { forViewer } from '../security-headers.ts';

const SCRIPT = '/api/docs/redoc.js';
const POLICY = 'content-security-policy';

/** Redoc reads its options from the attributes of its element, so the page needs no script of its own. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Permille</title>
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg">
<style>body{margin:0;font-family:system-ui,sans-serif}a.back{display:block;padding:12px 16px;color:#1a1a1a}</style>
</head>
<body>
<a class="back" href="/docs/api">Permille: how the API works</a>
<redoc spec-url="${PUBLIC_API}/openapi.json" expand-responses="200" hide-download-button="false"
  path-in-middle-panel="true" json-sample-expand-level="3" sort-tags-alphabetically="false"></redoc>
<script src="${SCRIPT}" defer></script>
</body>
</html>
`;

/** The one thing that Redoc fetches from elsewhere, a small mark of its maker beside the link to them. */
const REMOTE_IMAGE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const NO_IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Read and packed at the first visit: most servers are never asked. */
async function readScript(): Promise<{ plain: Buffer; packed: Buffer }> {
  const file = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  const plain = Buffer.from((await readFile(file, 'utf8')).replaceAll(REMOTE_IMAGE, NO_IMAGE));
  return { plain, packed: await promisify(gzip)(plain) };
}

/** The reference of /api/v1 as a page: Redoc, from this server. */
export function registerApiViewer(server: FastifyInstance): void {
  let script: ReturnType<typeof readScript> | undefined;
  server.get('/api/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({ [POLICY]: forViewer(String(reply.getHeader(POLICY))), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page),
  );
  server.get(SCRIPT, { schema: { hide: true } }, async (request, reply) => {
    script ??= readScript();
    const { plain, packed } = await script;
    reply.headers({ 'cache-control': 'public, max-age=86400', vary: 'accept-encoding' });
    reply.type('text/javascript; charset=utf-8');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(packed);
  });
}
