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

// A public page arrives as HTML; every other address is an empty document.
if (root.hasChildNodes()) hydrateRoot(root, app);
else {
  const empty = createRoot(root);
  empty.render(<Spinner />);
  const draw = () => empty.render(app);
  // A page that did not load says so when it is drawn.
  loadPage(location.pathname).then(draw, draw);
}
