import { Globe, LogOut } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { whenServerAnswers } from '#web/api/watch-server.ts';
import { type AdminCounts, useAdminCounts } from '#web/features/admin/counts.ts';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { BetaBadge } from '#web/ui/pages/beta-badge.tsx';
import { ErrorBoundary } from '#web/ui/pages/error-boundary.tsx';
import { Logo } from '#web/ui/pages/logo.tsx';
import { PageSkeleton } from '#web/ui/pages/page-skeleton.tsx';
import { ThemeToggle } from '#web/ui/pages/theme-toggle.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { DemoNote, demoText } from '../demo-note.tsx';
import { barLink, railLink, SkipLink } from '../layout-working.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import type { PalettePage } from '../palette/palette-page.ts';
import { paths } from '../paths.ts';
import { type AdminNavGroup, type AdminNavItem, adminNavigation, belongsTo } from './navigation.ts';

interface AdminShellProps {
  demo: boolean;
  onLogout: () => void;
  children?: ReactNode;
}

const pages: PalettePage[] = adminNavigation.flatMap(({ items }) => items);
const actions: PalettePage[] = [{ to: paths.home(), label: 'See the public pages', icon: Globe }];

/**
 * The layout of the admin panel: a sidebar with groups of views. On a phone the groups are at the bottom, and
 * the views of the open group at the top.
 */
export function AdminShell({ demo, onLogout, children }: AdminShellProps) {
  const { pathname } = useLocation();
  const counts = useAdminCounts();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[var(--rail-width)_minmax(0,1fr)] print:block">
      <SkipLink />
      <aside className="sticky top-0 flex h-[calc(100dvh-var(--strip-height,0px))] flex-col border-line border-r bg-rail px-3 pt-4 pb-3 max-md:hidden print:hidden">
        <div className="flex items-center justify-between px-2 pt-0.5 pb-4">
          <Link to={paths.home()} className="flex">
            <Logo />
          </Link>
          <BetaBadge />
        </div>
        <p className="px-2 pb-2.5 text-sm">
          <PanelName />
        </p>
        <div>
          <PaletteButton keys whose="admin" pages={pages} actions={actions} />
        </div>
        <nav
          aria-label="Main"
          className="-mx-3 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-3 py-3 [scrollbar-width:thin] [@media(max-height:960px)]:gap-2 [@media(max-height:960px)]:py-2"
        >
          {adminNavigation.map((group) => (
            <RailGroup key={group.label} group={group} counts={counts} />
          ))}
        </nav>
        <div className="border-line border-t pt-3">
          {demo ? <DemoNote /> : null}
          <div className="flex items-center justify-between gap-2 px-1">
            <Button size="sm" onClick={onLogout}>
              <LogOut aria-hidden />
              Logout
            </Button>
            <ThemeToggle />
          </div>
        </div>
      </aside>
      <div className="min-w-0">
        <PhoneBar demo={demo} onLogout={onLogout} counts={counts} />
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-8 pt-5.5 pb-14 max-md:px-4 max-md:pt-4 max-md:pb-23"
        >
          <div className="in-order mx-auto flex max-w-[1216px] flex-col gap-5 max-md:gap-4">
            <ErrorBoundary resetKey={pathname} whenBack={whenServerAnswers}>
              <Suspense fallback={<PageSkeleton />}>{children ?? <Outlet />}</Suspense>
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <GroupBar counts={counts} />
    </div>
  );
}

/** Shows the panel's name. It is on every view, beside the view's heading. */
const PanelName = () => <b className="font-semibold text-ink">Admin Panel</b>;

function RailGroup({ group, counts }: { group: AdminNavGroup; counts: AdminCounts | undefined }) {
  const { pathname } = useLocation();
  return (
    <div className="flex flex-col gap-px">
      <p className="label px-2.5 pb-1">{group.label}</p>
      {group.items.map((item) => {
        const isOpen = belongsTo(item, pathname);
        return (
          <Link
            key={item.to}
            to={item.to}
            aria-current={isOpen ? 'page' : undefined}
            className={cx(railLink(isOpen), 'h-7.5! shrink-0 [@media(max-height:960px)]:h-6.5!')}
          >
            <item.icon aria-hidden className="size-4.25 shrink-0 stroke-[1.75]" />
            {item.label}
            <Count item={item} counts={counts} className="ml-auto font-semibold text-ink text-xs" />
          </Link>
        );
      })}
    </div>
  );
}

function Count({
  item,
  counts,
  className,
}: {
  item: AdminNavItem;
  counts: AdminCounts | undefined;
  className?: string;
}) {
  const count = counts && item.count?.(counts);
  return count ? <span className={className}>{formatCount(count)}</span> : null;
}

function PhoneBar({ demo, onLogout, counts }: AdminShellProps & { counts: AdminCounts | undefined }) {
  const { pathname } = useLocation();
  const group = adminNavigation.find(({ items }) => items.some((item) => belongsTo(item, pathname)));
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-rail md:hidden print:hidden">
      <div className="flex h-13 items-center gap-1 px-4">
        <span className="mr-auto flex items-center gap-1.5">
          <Link to={paths.home()} className="flex">
            <Logo />
          </Link>
          <BetaBadge />
        </span>
        <PaletteButton compact whose="admin" pages={pages} actions={actions} />
        <ThemeToggle />
        <Button size="sm" onClick={onLogout}>
          Logout
        </Button>
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 border-line border-t px-4 py-1 text-2xs text-muted">
        <PanelName />
        {demo ? demoText : null}
      </p>
      {group ? (
        <nav
          aria-label={group.label}
          className="flex gap-5 overflow-x-auto border-line border-t px-4 [scrollbar-width:none]"
        >
          {group.items.map((item) => {
            const isOpen = belongsTo(item, pathname);
            return (
              <Link
                key={item.to}
                to={item.to}
                aria-current={isOpen ? 'page' : undefined}
                ref={isOpen ? intoView : undefined}
                className={viewLink(isOpen)}
              >
                {item.label}
                <Count item={item} counts={counts} className="text-muted text-xs" />
              </Link>
            );
          })}
        </nav>
      ) : null}
    </header>
  );
}

const viewLink = (isOpen: boolean) =>
  `flex h-10 shrink-0 items-center gap-1.5 border-b-2 font-medium focus-visible:-outline-offset-2 ${
    isOpen ? 'border-ink text-ink dark:border-signal' : 'border-transparent text-muted'
  }`;

/** Scrolls the row of views to the open view, without scrolling the page. */
function intoView(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

function GroupBar({ counts }: { counts: AdminCounts | undefined }) {
  const { pathname } = useLocation();
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid h-15 auto-cols-fr grid-flow-col border-line border-t bg-rail md:hidden print:hidden"
    >
      {adminNavigation.map(({ label, short, items }) => {
        const [first] = items;
        const isOpen = items.some((item) => belongsTo(item, pathname));
        return (
          <Link
            key={label}
            to={first.to}
            aria-label={label}
            aria-current={isOpen || undefined}
            className={barLink(isOpen)}
          >
            <first.icon aria-hidden className="size-4.75 stroke-[1.75]" />
            <span>
              {short}
              {first.to === paths.admin() ? (
                <Count item={first} counts={counts} className="ml-1 font-semibold" />
              ) : null}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
