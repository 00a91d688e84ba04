import { Link, useLocation } from 'react-router';
import { SharedResultsView } from '#web/features/listing-results/shared-results.tsx';
import { Logo } from '#web/ui/pages/logo.tsx';
import { ThemeToggle } from '#web/ui/pages/theme-toggle.tsx';
import { paths } from './paths.ts';

/** The page that a shared link opens. The token is the address's fragment, which browsers send to no server. */
export function SharedResultsPage() {
  const { hash } = useLocation();
  return (
    <div className="mx-auto flex min-h-dvh max-w-300 flex-col gap-6 px-6 pt-6 pb-12 max-md:gap-5 max-md:px-4">
      <meta name="referrer" content="no-referrer" />
      <header className="flex items-center justify-between gap-2 print:hidden">
        <Link to={paths.home()} className="flex">
          <Logo />
        </Link>
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-col gap-5 max-md:gap-4">
        <SharedResultsView token={hash.slice(1)} />
      </main>
    </div>
  );
}
