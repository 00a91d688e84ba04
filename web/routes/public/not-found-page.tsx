import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';

export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.warn(`No page at ${pathname}`);
  }, [pathname]);
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <title>Page not found · Permille</title>
      <div className="flex flex-col items-start gap-4">
        <p className="num text-5xl" aria-hidden="true">
          404
        </p>
        <h1 className="disp text-2xl">Oops! Page not found</h1>
        <p className="max-w-80 text-muted">
          Nothing is kept at <span className="mono break-all">{pathname}</span>.
        </p>
        <Link to={paths.home()} className="link">
          Return to Home
        </Link>
      </div>
    </main>
  );
}
