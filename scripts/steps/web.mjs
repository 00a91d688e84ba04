import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { closure } from './chunks.mjs';
import { modulesOf } from './page-modules.mjs';
import { root, StepFailed } from './project.mjs';
import { sharedScripts } from './shared-scripts.mjs';
import { checkSizes } from './web-sizes.mjs';

const outdir = join(root, 'dist/web');
const rendererDir = join(root, 'dist/prerender');

/**
 * Builds the web app, renders its public pages to HTML, checks the size budgets, and writes compressed files.
 */
export async function buildWeb() {
  // React reads this variable, so prerendering uses the production build.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const config = { root: join(root, 'web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' };
  const { output } = await build({ ...config, build: { write: false } });
  await build({ ...config, build: { rolldownOptions: { output: sharedScripts(output) } } });
  await build({
    ...config,
    build: { ssr: 'prerender.tsx', outDir: rendererDir, manifest: false },
    // The server renders with this bundle, whatever NODE_ENV is: React is fixed to the production build, and
    // no package is resolved at run time.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const chunks = JSON.parse(readFileSync(join(outdir, '.vite/manifest.json'), 'utf8'));
  await writePages(chunks);
  checkSizes(outdir, chunks);
  rmSync(join(outdir, '.vite'), { recursive: true });
  compress();
}

/** Writes the empty document, all public pages and the scripts that each page needs into dist/web/.pages. */
async function writePages(chunks) {
  const { appPatterns, publicPaths, renderPage } = await import(
    pathToFileURL(join(rendererDir, 'prerender.js')).href
  );
  const folder = join(outdir, '.pages');
  mkdirSync(folder);
  renameSync(join(outdir, 'index.html'), join(folder, 'app.html'));
  const pages = {};
  for (const path of publicPaths) pages[path] = await renderPage(path);
  const missing = await renderPage('/a/path/that/has/no/page');
  const preloads = Object.fromEntries(
    [...publicPaths, ...appPatterns].map((path) => [path, preloadTags(filesOf(chunks, modulesOf(path)))]),
  );
  writeFileSync(join(folder, 'pages.json'), JSON.stringify({ pages, missing, preloads }));
}

const preloadTags = (files) =>
  files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');

/** Returns the scripts that a page needs besides those in its document, in the order of need. */
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
