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
    /** Repeats the press on a button that a person pressed before the scripts loaded (public/early.js). */
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

const pageIsThere = loadPage(location.pathname, !root.hasChildNodes());
// If the page could not be loaded, rendering it shows that.
const whenThere = (act: () => void) => void pageIsThere.then(act, act);

// A public page arrives as HTML. At every other address the document is empty.
if (root.hasChildNodes()) {
  // The page is hydrated at once. If a reply of the server reached a part before the part's scripts, React
  // would rerender the part and lose the text typed there.
  whenThere(() => {
    // A transition renders in slices of milliseconds, so that it never delays input. A press completes it at
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
