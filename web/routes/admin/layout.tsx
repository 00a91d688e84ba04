import {
  BadgeCheck,
  Camera,
  Copyright,
  FileCheck,
  FlaskConical,
  Gauge,
  Gavel,
  Globe,
  HandCoins,
  Inbox,
  KeyRound,
  Landmark,
  ListVideo,
  Mail,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldCheck,
  Users,
  Wallet,
} from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link, Outlet } from 'react-router';
import { OutlineBadge } from '#web/ui/badge.tsx';
import { BetaBadge } from '#web/ui/beta-badge.tsx';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Logo } from '#web/ui/logo.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import type { PalettePage } from '../palette/palette-page.ts';
import { paths } from '../paths.ts';

export interface AdminLayoutProps {
  /** Absent before the login: then there is no Logout and no heading. */
  onLogout?: (() => void) | undefined;
  demo: boolean;
  /** Hides the navigation until the second factor is set up. */
  settingUp?: boolean;
  children?: ReactNode;
}

const pages: PalettePage[] = [
  { to: paths.admin(), label: 'Users', icon: Users },
  { to: paths.admin({ tab: 'listings' }), label: 'Listings', icon: ListVideo },
  { to: paths.admin({ tab: 'submissions' }), label: 'Submissions', icon: Inbox },
  { to: paths.admin({ tab: 'appeals' }), label: 'Appeals', icon: Gavel },
  { to: paths.admin({ tab: 'deposits' }), label: 'Deposits', icon: Landmark },
  { to: paths.admin({ tab: 'payouts' }), label: 'Payouts', icon: HandCoins },
  { to: paths.admin({ tab: 'debts' }), label: 'Debts', icon: ReceiptText },
  { to: paths.admin({ tab: 'suspense' }), label: 'Suspense', icon: Wallet },
  { to: paths.admin({ tab: 'support' }), label: 'Support', icon: Mail },
  { to: paths.admin({ tab: 'takedowns' }), label: 'Takedowns', icon: Copyright },
  { to: paths.admin({ tab: 'codes' }), label: 'Codes', icon: KeyRound },
  { to: paths.admin({ tab: 'screenshots' }), label: 'Screenshots', icon: Camera },
  { to: paths.admin({ tab: 'logs' }), label: 'System Logs', icon: ScrollText },
  { to: paths.admin({ tab: 'ledger' }), label: 'Reconciliation', icon: BadgeCheck },
  { to: paths.admin({ tab: 'statements' }), label: 'Statements', icon: FileCheck },
  { to: paths.admin({ tab: 'score' }), label: 'Score', icon: Gauge },
  { to: paths.trialBalance(), label: 'Trial balance', icon: Scale },
  { to: paths.adminSecurity(), label: 'Security', icon: ShieldCheck },
];
const actions: PalettePage[] = [{ to: paths.home(), label: 'See the public pages', icon: Globe }];

export function AdminLayout({ onLogout, demo, settingUp = false, children }: AdminLayoutProps) {
  return (
    <div className="min-h-dvh">
      <header className="sticky top-0 z-20 border-line border-b bg-rail">
        <div className="mx-auto flex h-13 max-w-[1280px] items-center gap-3 px-8 max-md:px-4 max-sm:gap-1.5">
          <Link to={paths.home()} className="flex">
            <Logo />
          </Link>
          <span className="flex max-sm:hidden">
            <BetaBadge />
          </span>
          <span className="ml-auto flex items-center gap-2 max-sm:gap-1">
            {demo ? <OutlineBadge icon={FlaskConical}>Simulated</OutlineBadge> : null}
            {onLogout && !settingUp ? (
              <PaletteButton compact keys whose="admin" pages={pages} actions={actions} />
            ) : null}
            <ThemeToggle />
            {onLogout && !settingUp ? (
              <Link
                to={paths.adminSecurity()}
                aria-label="Security"
                className={cx(buttonStyle({ size: 'sm', variant: 'quiet' }), 'max-sm:hidden')}
              >
                <ShieldCheck aria-hidden />
              </Link>
            ) : null}
            {onLogout ? (
              <Button size="sm" onClick={onLogout}>
                Logout
              </Button>
            ) : null}
          </span>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="px-8 pt-5.5 pb-14 max-md:px-4">
        <div className="mx-auto flex max-w-[1216px] flex-col gap-5">
          <Suspense fallback={<SkeletonRows />}>{children ?? <Outlet />}</Suspense>
        </div>
      </main>
    </div>
  );
}
