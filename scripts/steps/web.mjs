import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { closure } from './chunks.mjs';
import { root, StepFailed } from './project.mjs';
import { checkSizes } from './web-sizes.mjs';

const outdir = join(root, 'dist/web');
const rendererDir = join(root, 'dist/prerender');

/**
 * Builds the web app, renders its public pages to HTML, checks the size budgets, and writes compressed files.
 */
export async function buildWeb() {
  // Read by React, so that prerendering uses the production build.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ root: join(root, 'web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: 'prerender.tsx', outDir: rendererDir, manifest: false },
  });
  const chunks = JSON.parse(readFileSync(join(outdir, '.vite/manifest.json'), 'utf8'));
  await writePages(chunks);
  checkSizes(outdir, chunks);
  rmSync(join(outdir, '.vite'), { recursive: true });
  compress();
}

/** Writes each public page, the 404 page and the empty document into dist/web/.pages, and says what they are. */
async function writePages(chunks) {
  const { appPatterns, publicPaths, renderPage } = await import(
    pathToFileURL(join(rendererDir, 'prerender.js')).href
  );
  const folder = join(outdir, '.pages');
  mkdirSync(folder);
  renameSync(join(outdir, 'index.html'), join(folder, 'app.html'));
  const shell = readFileSync(join(folder, 'app.html'), 'utf8');
  const write = async (name, path, module) => {
    const { head, body } = await renderPage(path);
    const preloads = preloadTags(filesOf(chunks, ['routes/public/area.tsx', module]));
    const html = shell
      .replace('</head>', () => `${head}${preloads}</head>`)
      // Scripts come last, because the page is complete without them; styles and fonts come first.
      .replaceAll(/<(?:link rel="modulepreload"|script type="module")/g, '$& fetchpriority="low"')
      .replace(/<noscript>[\s\S]*?<\/noscript>/, '')
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
    if (!html.includes(body)) throw new StepFailed(`web/index.html has no place for the page ${path}.`);
    writeFileSync(join(folder, name), html);
  };
  const pages = {};
  for (const path of publicPaths) {
    const name = path === '/' ? 'landing' : path.slice(1);
    pages[path] = `${name}.html`;
    await write(pages[path], path, `routes/public/${name}-page.tsx`);
  }
  await write('missing.html', '/a/path/that/has/no/page', 'routes/public/not-found-page.tsx');
  const preloads = Object.fromEntries(
    appPatterns.map((pattern) => [pattern, preloadTags(filesOf(chunks, doorOf(pattern)))]),
  );
  writeFileSync(join(folder, 'pages.json'), JSON.stringify({ pages, patterns: appPatterns, preloads }));
}

/** Scripts of client-rendered pages that are fetched in parallel, by the pattern of the address or its first segment. */
const doors = {
  '/auth': ['routes/auth/auth-page.tsx'],
  '/clips': ['routes/clip-area.tsx'],
  '/host': ['routes/host/area.tsx'],
  '/clipper': ['routes/clipper/area.tsx'],
  '/admin': ['routes/admin/admin-only.tsx'],
};

function doorOf(pattern) {
  if (pattern === '/listings/:id')
    return ['routes/connected.tsx', 'routes/reading-area.tsx', 'routes/public/listing-page.tsx'];
  const [area] = pattern.match(/^\/[^/]+/);
  return ['routes/member-table.tsx', ...(doors[area] ?? [])];
}

const preloadTags = (files) =>
  files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');

/** The scripts that a page needs besides those that the document names, in the order of need. */
function filesOf(chunks, modules) {
  const named = closure(chunks, 'index.html');
  const files = new Set();
  for (const name of modules) {
    if (!chunks[name]) throw new StepFailed(`The build has no script of its own for web/${name}.`);
    for (const file of closure(chunks, name)) if (!named.has(file)) files.add(file);
  }
  return [...files];
}

/** Writes compressed copies beside text files. */
function compress() {
  for (const entry of readdirSync(outdir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|css|svg|txt)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    if (content.length < 1_000) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
