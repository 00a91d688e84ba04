import './styles.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { prefetchOnIntent } from './routes/prefetch.ts';
import { loadPage } from './routes/table.tsx';
import { Spinner } from './ui/skeleton.tsx';

declare global {
  interface Window {
    /** Presses the button again that was pressed before the scripts came (public/early.js). */
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

/** A page that came with its own styles gets the others now; what it draws from here on may need them. */
const stylesAreThere = new Promise<void>((go) => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (!link || link.sheet) return go();
  link.addEventListener('load', () => go());
  // Better without them than without scripts.
  setTimeout(go, 3_000);
});

const pageIsThere = Promise.all([loadPage(location.pathname, !root.hasChildNodes()), stylesAreThere]);
// A page that did not load says so when it is drawn.
const whenThere = (act: () => void) => void pageIsThere.then(act, act);

// A public page arrives as HTML; every other address is an empty document.
if (root.hasChildNodes()) {
  // Taken over in one go: a reply of the server that reaches a part before its scripts would draw that part anew, without what
  // was typed there meanwhile.
  whenThere(() => {
    // As a transition in slices of milliseconds, so that it never keeps a finger waiting; a press finishes it at once.
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
