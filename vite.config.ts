import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';

/**
 * The interface font is needed for the first paint, so the document preloads it before the style sheet that
 * names it.
 */
function preloadTextFace(): Plugin {
  return {
    name: 'preload-text-face',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find(
          (name) => name.includes('archivo-') && name.endsWith('.woff2'),
        );
        if (!file) throw new Error('the build holds no Archivo file: check web/fonts/fonts.css');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

export default defineConfig(({ mode, isSsrBuild: ssr }) => {
  const env = loadEnv(mode, import.meta.dirname, '');
  const server = `http://127.0.0.1:${env.PORT || 3000}`;
  return {
    root: 'web',
    plugins: [react(), tailwindcss(), preloadTextFace()],
    build: {
      outDir: '../dist/web',
      emptyOutDir: true,
      manifest: true,
      // Every supported browser has module preloads.
      modulePreload: { polyfill: false },
      target: 'es2023',
      // An inlined font or picture would need `data:` in the content policy.
      assetsInlineLimit: 0,
      // A public page arrives with all styles, also those of parts that load later.
      cssCodeSplit: false,
      // Short names, because every page's document contains the list of scripts.
      rolldownOptions: ssr ? {} : { output: { chunkFileNames: 'assets/[hash:7].js' } },
    },
    // The server recognizes the script by this name and sends its policy.
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
      proxy: { '^/(api|media|photos|attestations|files|dev|texts|simulator)/(?!.*\\.tsx?(\\?|$))': server },
    },
  };
});
