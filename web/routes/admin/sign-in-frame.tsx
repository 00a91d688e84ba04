import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/ui/forms/button.tsx';
import { OutlineBadge } from '#web/ui/pages/badge.tsx';
import { BetaBadge } from '#web/ui/pages/beta-badge.tsx';
import { Logo } from '#web/ui/pages/logo.tsx';
import { ThemeToggle } from '#web/ui/pages/theme-toggle.tsx';
import { paths } from '../paths.ts';

export interface AdminSignInFrameProps {
  /** Signs out; absent before the login. */
  onLogout?: () => void;
  demo: boolean;
  children: ReactNode;
}

/** The page around the login form and around the setup of the second factor, without the panel. */
export function AdminSignInFrame({ onLogout, demo, children }: AdminSignInFrameProps) {
  return (
    <div className="min-h-dvh">
      <header className="sticky top-0 z-20 border-line border-b bg-rail">
        <div className="mx-auto flex h-13 max-w-[1280px] items-center gap-3 px-8 max-md:px-4 max-sm:gap-1.5">
          <Link to={paths.home()} className="flex">
            <Logo />
          </Link>
          <BetaBadge />
          <span className="ml-auto flex items-center gap-2 max-sm:gap-1">
            {demo ? <OutlineBadge icon={FlaskConical}>Simulated</OutlineBadge> : null}
            <ThemeToggle />
            {onLogout ? (
              <Button size="sm" onClick={onLogout}>
                Logout
              </Button>
            ) : null}
          </span>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="px-8 pt-5.5 pb-14 max-md:px-4">
        <div className="mx-auto flex max-w-[1216px] flex-col gap-5">{children}</div>
      </main>
    </div>
  );
}
