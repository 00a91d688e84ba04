import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { PUBLIC_API } from '#contract/wire/public-api.ts';
import { forViewer } from '../security-headers.ts';
import { viewerThemes } from './viewer-theme.ts';

const SCRIPT = '/api/docs/redoc.js';
const DRAW = '/api/docs/draw.js';
const POLICY = 'content-security-policy';

/** The page uses the site's script that sets the theme class before the first paint. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Permille</title>
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg">
<script src="/early.js"></script>
<style>
html{color-scheme:light;background:#fff;color:#101113}
html.dark{color-scheme:dark;background:#0a0a0b;color:#f4f4f0}
body{margin:0;font-family:system-ui,sans-serif}
a.back{display:block;padding:12px 16px;color:inherit}
/* Colours that Redoc's theme can't change. */
html.dark{--pattern:#5fd0da}
html.dark #reference :is(h5,caption){color:#a6a7af}
html.dark #reference :is(h5,caption) *{color:inherit}
html.dark #reference svg polygon{fill:currentColor}
html.dark #reference .react-tabs__tab--selected{background:#26272c}
html.dark #reference .react-tabs__tab--selected:not(.tab-success,.tab-error){color:#f4f4f0}
</style>
</head>
<body>
<a class="back" href="/docs/api">Permille: how the API works</a>
<div id="reference"></div>
<script src="${SCRIPT}" defer></script>
<script src="${DRAW}" defer></script>
</body>
</html>
`;

const options = { expandResponses: '200', pathInMiddlePanel: true, jsonSampleExpandLevel: 3 };

/** Redoc renders with the theme at the start, so a change of theme renders the page again. */
const draw = `(() => {
  const root = document.documentElement;
  const themes = ${JSON.stringify(viewerThemes)};
  const theme = root.classList.contains('dark') ? themes.dark : themes.light;
  const options = { ...${JSON.stringify(options)}, theme };
  const shown = document.getElementById('reference');
  Redoc.init('${PUBLIC_API}/openapi.json', options, shown, () => window.answerPress());
  addEventListener('storage', ({ key }) => key === 'darkMode' && location.reload());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => location.reload());
})();
`;

/** The logo of Redoc's maker, the only file that Redoc fetches from another server. */
const REMOTE_IMAGE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const NO_IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Redoc's colour of regular expressions, which its theme can't change. */
const PATTERN_COLOR = 'color: #0e7c86;';

/** Reads and compresses the script at the first visit, because most servers never get one. */
async function readScript(): Promise<{ plain: Buffer; packed: Buffer }> {
  const file = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
  const shipped = await readFile(file, 'utf8');
  const themed = shipped.replace(PATTERN_COLOR, 'color: var(--pattern, #0e7c86);');
  const plain = Buffer.from(themed.replaceAll(REMOTE_IMAGE, NO_IMAGE));
  return { plain, packed: await promisify(gzip)(plain) };
}

/** The API reference of /api/v1 as a page: Redoc, from this server. */
export function registerApiViewer(server: FastifyInstance): void {
  let script: ReturnType<typeof readScript> | undefined;
  server.get('/api/docs', async (_request, reply) =>
    reply
      .headers({ [POLICY]: forViewer(String(reply.getHeader(POLICY))), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page),
  );
  server.get(DRAW, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(draw),
  );
  server.get(SCRIPT, async (request, reply) => {
    script ??= readScript();
    const { plain, packed } = await script;
    reply.headers({ 'cache-control': 'public, max-age=86400', vary: 'accept-encoding' });
    reply.type('text/javascript; charset=utf-8');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(packed);
  });
}
