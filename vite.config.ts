import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { withoutUnused } from './scripts/steps/left-out.mjs';

/** The interface face is needed for the first paint, so it is asked for before the style sheet that names it. */
function preloadTextFace(): Plugin {
  return {
    name: 'preload-text-face',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /archivo-.*\.woff2$/.test(name));
        if (!file) throw new Error('the build holds no Archivo file: check web/fonts/fonts.css');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** What every page shows arrives in one file: a dozen small ones compress badly and wait for each other. */
const everywhere = [
  /vite\/preload-helper/,
  /\/web\/ui\/(?:beta-badge|button|count|cx|error-boundary|frame|hydration|lazy-part|logo|money|page-meta|skeleton|theme|theme-toggle)\.tsx?$/,
  /\/web\/routes\/(?:paths\.ts|public\/layout\.tsx)$/,
  /\/contract\/(?:limits|money|platform-texts)\.ts$/,
  /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//,
  /\/lucide-react\/dist\/esm\/(?!icons\/|lucide-react|dynamic)/,
];
/** The example of the formula, on two pages. */
const staticContent = [/\/web\/features\/marketing\/(?:formula|worked-example|playhead)\./];
/** How pages talk with the server. */
const calls = [
  /\/web\/ui\/(?:avatar|note|error-state|now)\.tsx$/,
  /\/web\/(?:api\/(?!events\/|browser-push\.|use-listed\.)|features\/accounts\/session\.ts)/,
  /\/node_modules\/@tanstack\//,
];
/** What stands around every signed-in page. */
const shell = [
  /\/web\/routes\/(?:guard|layout-working|onboarding)\.tsx$/,
  /\/web\/(?:ui\/menu\.tsx|features\/accounts\/sign-out\.ts)$/,
];
/** How a moment reads, with the tip that says it to the second. */
const moments = [/\/web\/ui\/(?:date-text|dates|moment-text|tooltip)\.tsx?$/, /\/contract\/dates\.ts$/];
const group = (name: string, parts: RegExp[]) => ({
  name,
  test: (id: string) => parts.some((part) => part.test(id)),
});
const groups = [
  group('everywhere', everywhere),
  group('static', staticContent),
  group('calls', calls),
  group('shell', shell),
  group('moments', moments),
];

export default defineConfig(({ mode, isSsrBuild: ssr }) => {
  const env = loadEnv(mode, import.meta.dirname, '');
  const server = `http://127.0.0.1:${env.PORT || 3000}`;
  return {
    root: 'web',
    plugins: [react(), tailwindcss(), preloadTextFace(), withoutUnused()],
    build: {
      outDir: '../dist/web',
      emptyOutDir: true,
      manifest: true,
      // Every browser that runs what is built here knows module preloads.
      modulePreload: { polyfill: false },
      target: 'es2023',
      // An inlined font or picture would need `data:` in the content policy.
      assetsInlineLimit: 0,
      // Short names: every page's document loads the list of them.
      rolldownOptions: ssr
        ? {}
        : { output: { chunkFileNames: 'assets/[hash:7].js', codeSplitting: { groups } } },
    },
    // The name tells the server which policy it comes with.
    worker: {
      format: 'es',
      rolldownOptions: {
        output: { entryFileNames: 'assets/encoder-[hash].js', chunkFileNames: 'assets/[hash:7].js' },
      },
    },
    server: {
      host: '127.0.0.1',
      port: Number(env.WEB_PORT || 5173),
      // `web/api` is a folder of sources beside the server's /api.
      proxy: { '^/(api|media|photos|attestations|files|dev|texts)/(?!.*\\.tsx?(\\?|$))': server },
    },
  };
});
