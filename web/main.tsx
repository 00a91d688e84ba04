import './styles.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { loadPage } from './routes/table.tsx';
import { Spinner } from './ui/skeleton.tsx';

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

const pageIsThere = loadPage(location.pathname);
// A page that did not load says so when it is drawn.
const whenThere = (act: () => void) => void pageIsThere.then(act, act);

// A public page arrives as HTML; every other address is an empty document.
if (root.hasChildNodes()) {
  // Taken over in one go: a reply of the server that reaches a part before its scripts would draw that part anew, without what
  // was typed there meanwhile.
  whenThere(() => hydrateRoot(root, app));
} else {
  const empty = createRoot(root);
  empty.render(<Spinner />);
  whenThere(() => empty.render(app));
}
