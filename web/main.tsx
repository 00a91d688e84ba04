import './styles.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { prefetchOnIntent } from './routes/prefetch.ts';
import { loadPage } from './routes/table.tsx';
import { Spinner } from './ui/pages/skeleton.tsx';

declare global {
  interface Window {
    /** Repeats the press on a button that was pressed before the scripts loaded (public/early.js). */
    answerPress?: () => void;
  }
}

// The content policy forbids eval. Zod must not probe for it, because browsers report the attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root')!;
const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

/** Loads the other styles of a page that arrived with only its own ones, because later rendering may need them. */
const stylesAreThere = new Promise<void>((go) => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (!link || link.sheet) return go();
  link.addEventListener('load', () => go());
  // Scripts without styles are better than neither.
  setTimeout(go, 3_000);
});

const pageIsThere = Promise.all([loadPage(location.pathname, !root.hasChildNodes()), stylesAreThere]);
// A page that did not load says so when it is rendered.
const whenThere = (act: () => void) => void pageIsThere.then(act, act);

// A public page arrives as HTML; every other address is an empty document.
if (root.hasChildNodes()) {
  // Hydrated at once: if a reply of the server reached a part before its scripts, React would rerender that
  // part and lose the text typed there.
  whenThere(() => {
    // A transition works in slices of milliseconds, so that it never delays input; a press completes it at
    // once.
    startTransition(() => {
      hydrateRoot(root, app);
    });
    window.answerPress?.();
  });
} else {
  const empty = createRoot(root);
  window.answerPress?.();
  empty.render(<Spinner />);
  whenThere(() => empty.render(app));
}

prefetchOnIntent();
