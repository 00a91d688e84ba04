import { type ReactNode, Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { BetaBadge } from '#web/ui/pages/beta-badge.tsx';
import { ErrorBoundary } from '#web/ui/pages/error-boundary.tsx';
import { Logo } from '#web/ui/pages/logo.tsx';
import { PageSkeleton } from '#web/ui/pages/page-skeleton.tsx';
import { ThemeToggle } from '#web/ui/pages/theme-toggle.tsx';
import { paths } from '../paths.ts';
import { whenBack } from '../when-back.ts';

export interface PublicLayoutProps {
  /** The right end of the header: Login and Sign Up or a link to the dashboard, and a phone's menu. */
  entrance: ReactNode;
  children?: ReactNode;
}

const wide = 'mx-auto max-w-[1280px] px-8 max-md:px-4';

const Waiting = () => (
  <div className={`${wide} py-12 max-md:py-8`}>
    <PageSkeleton />
  </div>
);

export function PublicLayout({ entrance, children }: PublicLayoutProps) {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-30 border-line border-b bg-bg">
        <div className={`${wide} flex h-15 items-center gap-7 max-md:gap-2`}>
          <Link to={paths.home()} className="flex">
            <Logo />
          </Link>
          <BetaBadge />
          <nav
            aria-label="Main"
            className="flex gap-5.5 font-medium text-muted max-md:hidden [&>a:hover]:text-ink"
          >
            <Link to={paths.explore()}>Explore</Link>
            <Link to={paths.howItWorks()}>How it works</Link>
            <Link to={paths.pricing()}>Pricing</Link>
            <Link to={paths.support()}>Support</Link>
          </nav>
          <span className="ml-auto flex items-center gap-1.5">
            <ThemeToggle />
            {entrance}
          </span>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1">
        <ErrorBoundary resetKey={pathname} whenBack={whenBack}>
          <Suspense fallback={<Waiting />}>{children ?? <Outlet />}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </div>
  );
}

const columns = [
  {
    name: 'Product',
    links: [
      ['Platform', paths.platform()],
      ['How it works', paths.howItWorks()],
      ['Pricing', paths.pricing()],
      ['Success stories', paths.successStories()],
    ],
  },
  {
    name: 'Support',
    links: [
      ['Support Center', paths.support()],
      ['Help center', paths.helpCenter()],
      ['Contact', paths.contact()],
      ['Community', paths.community()],
      ['Verify a record', paths.verify()],
      ['API', paths.docsApi()],
    ],
  },
  {
    name: 'Legal',
    links: [
      ['Terms of Service', paths.terms()],
      ['Privacy Policy', paths.privacy()],
      ['Cookie Policy', paths.cookies()],
      ['Takedown request', paths.takedown()],
    ],
  },
] as const;

function Footer() {
  return (
    <footer className="border-line border-t bg-rail pt-10 pb-12">
      <div className={`${wide} grid grid-cols-[1.6fr_1fr_1fr_1fr] gap-8 max-md:grid-cols-2`}>
        <div className="max-md:col-span-full">
          <Logo />
          <p className="mt-3 max-w-68 text-muted">Money that counts with the views.</p>
        </div>
        {columns.map((column) => (
          <nav key={column.name} aria-label={column.name}>
            <h2 className="mb-3 font-semibold text-sm">{column.name}</h2>
            <ul className="text-muted">
              {column.links.map(([name, to]) => (
                <li key={to} className="py-1">
                  <Link to={to} className="hover:text-ink">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
