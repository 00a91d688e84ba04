import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { closure } from './chunks.mjs';
import { criticalCss } from './critical-css.mjs';
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

/** Writes each public page, the 404 page and the empty document into dist/web/.pages, with a manifest. */
async function writePages(chunks) {
  const { appPatterns, publicPaths, renderPage } = await import(
    pathToFileURL(join(rendererDir, 'prerender.js')).href
  );
  const folder = join(outdir, '.pages');
  mkdirSync(folder);
  renameSync(join(outdir, 'index.html'), join(folder, 'app.html'));
  const shell = readFileSync(join(folder, 'app.html'), 'utf8');
  const criticalOf = criticalCss(readFileSync(join(outdir, styleSheetOf(shell)), 'utf8'));
  const write = async (name, path, module) => {
    const { head, body } = await renderPage(path);
    const files = filesOf(chunks, ['routes/public/area.tsx', module]);
    const css = criticalOf([body]) + ownStyles(chunks, files);
    const html = asReadable(shell, { head, body, css, preloads: preloadTags(files) });
    if (!html.includes(body)) throw new StepFailed(`web/index.html has no place for the page ${path}.`);
    writeFileSync(join(folder, name), html);
  };
  const pages = {};
  for (const path of publicPaths) {
    const name = path === '/' ? 'landing' : path.slice(1);
    pages[path] = `${name.replaceAll('/', '-')}.html`;
    await write(pages[path], path, `routes/public/${name}-page.tsx`);
  }
  await write('missing.html', '/a/path/that/has/no/page', 'routes/public/not-found-page.tsx');
  const preloads = Object.fromEntries(
    appPatterns.map((pattern) => [pattern, preloadTags(filesOf(chunks, modulesOf(pattern)))]),
  );
  const drawn = {};
  for (const [name, modules] of Object.entries(drawnPages)) {
    drawn[name] = `drawn-${name}.html`;
    const files = filesOf(chunks, modules);
    const scripts = [...closure(chunks, 'index.html'), ...files];
    const css = criticalOf(scripts.map((file) => readFileSync(join(outdir, file), 'utf8')));
    const places = { head: '<!--head-->', body: '<!--page-->' };
    writeFileSync(
      join(folder, drawn[name]),
      asReadable(shell, { ...places, css, preloads: preloadTags(files) }),
    );
  }
  const manifest = { pages, patterns: appPatterns, preloads, drawn };
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(manifest));
}

/** The pages that the server renders for visitors on request (server/page-heads.ts), with their scripts. */
const drawnPages = {
  listing: ['routes/area.tsx', 'routes/public/listing-page.tsx'],
  profile: ['routes/public/profile-page.tsx'],
  auth: ['routes/member-table.tsx', 'routes/auth/auth-page.tsx'],
};

/** Returns the style sheets of these scripts. */
const ownStyles = (chunks, files) =>
  Object.values(chunks)
    .filter(({ file }) => files.includes(file))
    .flatMap(({ css = [] }) => css)
    .map((file) => readFileSync(join(outdir, file), 'utf8'))
    .join('');

function styleSheetOf(shell) {
  const [, file] = /<link rel="stylesheet"[^>]* href="\/([^"]+)"/.exec(shell) ?? [];
  if (!file) throw new StepFailed('The build has no style sheet: check web/main.tsx.');
  return file;
}

/**
 * Makes the document of a page that is complete without scripts. It contains the page's own styles, so that
 * one request shows it. The whole style sheet and the scripts are loaded after the first paint
 * (public/early.js).
 */
function asReadable(shell, { head, body, preloads, css }) {
  const later = [];
  const document = shell.replaceAll(
    /\s*<(?:link rel="(?:modulepreload|stylesheet)"|script type="module")[^>]*>(?:<\/script>)?/g,
    (tag) => {
      later.push(tag.trim());
      return '';
    },
  );
  const last = `<template id="after-paint">${later.join('')}${preloads}</template>`;
  return document
    .replace('</head>', () => `<style>${css}</style>${head}</head>`)
    .replace(/<noscript>[\s\S]*?<\/noscript>/, '')
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>${last}`);
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
