import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useHydrated } from '#web/ui/pages/hydration.ts';
import { paths } from '../paths.ts';

export function NotFoundPage() {
  const { pathname } = useLocation();
  // The document is the same for every missing path, so the path is only shown after hydration.
  const hydrated = useHydrated();
  useEffect(() => {
    console.warn(`No page at ${pathname}`);
  }, [pathname]);
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-6">
      <title>Page not found · Permille</title>
      <meta name="robots" content="noindex" />
      <div className="flex flex-col items-start gap-4">
        <p className="num text-5xl" aria-hidden="true">
          404
        </p>
        <h1 className="disp text-2xl" tabIndex={-1}>
          Oops! Page not found
        </h1>
        <p className="max-w-80 text-muted">
          There is no page at {hydrated ? <span className="mono break-all">{pathname}</span> : 'this address'}
          .
        </p>
        <Link to={paths.home()} className="link">
          Return to Home
        </Link>
      </div>
    </main>
  );
}
