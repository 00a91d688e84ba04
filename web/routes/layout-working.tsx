import { LogOut, type LucideIcon, Moon, Settings, Sun } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link, Outlet, useLocation, useMatch, useNavigate } from 'react-router';
import { formatUsd, type Micros } from '#contract/money.ts';
import { whenServerAnswers } from '#web/api/watch-server.ts';
import { cx } from '#web/ui/cx.ts';
import { Menu } from '#web/ui/dialogs/menu.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Avatar } from '#web/ui/pages/avatar.tsx';
import { BetaBadge } from '#web/ui/pages/beta-badge.tsx';
import { ErrorBoundary } from '#web/ui/pages/error-boundary.tsx';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { Logo } from '#web/ui/pages/logo.tsx';
import { PageSkeleton } from '#web/ui/pages/page-skeleton.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { setDarkMode, useDarkMode } from '#web/ui/pages/theme.ts';
import { ThemeToggle } from '#web/ui/pages/theme-toggle.tsx';
import { DemoNote, DemoStrip } from './demo-note.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import type { PalettePage } from './palette/palette-page.ts';

export interface ShellItem {
  to: string;
  /** The beginning of addresses whose pages also belong to the item. */
  also?: string;
  label: string;
  /** Label in the bottom bar of a phone. */
  short: string;
  icon: LucideIcon;
  /** Number of waiting items. 0 is not displayed. */
  count?: number | undefined;
}

/** Data that the layout shows to hosts, clippers and admins. Features fetch it. */
export interface ShellData {
  /** The figure in the sidebar; undefined while it loads. */
  figureMicros: Micros | undefined;
  username: string;
  avatarUrl?: string | null | undefined;
  /** True if the server has simulated platform data. */
  demo: boolean;
  onSignOut: () => void;
}

export interface WorkingLayoutProps extends ShellData {
  figureLabel: 'Balance' | 'Earnings';
  accountLabel: 'Host Account' | 'Clipper Account';
  home: string;
  settings: string;
  items: readonly ShellItem[];
  whose: 'host' | 'clipper';
  /** Actions of the command palette. */
  actions: readonly PalettePage[];
  children?: ReactNode;
}

/** The layout with a sidebar, or on a phone with a bar at the bottom. */
export function WorkingLayout(props: WorkingLayoutProps) {
  const { pathname } = useLocation();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[var(--rail-width)_minmax(0,1fr)] print:block">
      <SkipLink />
      <Rail {...props} />
      <div className="min-w-0">
        <TopBar {...props} />
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-8 pt-5.5 pb-14 max-md:px-4 max-md:pt-5 max-md:pb-23"
        >
          <div className="in-order mx-auto flex max-w-[1180px] flex-col gap-5 max-md:gap-4">
            <ErrorBoundary resetKey={pathname} whenBack={whenServerAnswers}>
              <Suspense fallback={<PageSkeleton />}>{props.children ?? <Outlet />}</Suspense>
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <BottomBar items={props.items.filter(({ to }) => to !== props.settings)} />
    </div>
  );
}

export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only z-60 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-control focus:bg-ink focus:px-3 focus:py-2 focus:text-bg"
  >
    Skip to content
  </a>
);

function Rail(props: WorkingLayoutProps) {
  return (
    <aside className="sticky top-0 flex h-[calc(100dvh-var(--strip-height,0px))] flex-col overflow-y-auto border-line border-r bg-rail px-3 pt-4 pb-3 max-md:hidden print:hidden">
      <div className="flex items-center justify-between px-2 pt-0.5 pb-4">
        <Link to={props.home} className="flex">
          <Logo />
        </Link>
        <span className="flex items-center gap-2">
          <BetaBadge />
          <Bell person={props.username} />
        </span>
      </div>
      <div className="mb-3.5 rounded-[8px] border border-well-line bg-well px-3 pt-3 pb-2.75 text-well-ink">
        <div className="font-medium font-stretch-88% text-well-muted text-xs">{props.figureLabel}</div>
        <Figure micros={props.figureMicros} className="mt-1.5 text-figure" />
      </div>
      <div className="mb-3">
        <PaletteButton keys whose={props.whose} pages={props.items} actions={props.actions} />
      </div>
      <nav aria-label="Main" className="flex flex-col gap-px">
        {props.items.map((item) => (
          <ShellLink key={item.to} item={item} style={railLink}>
            <item.icon aria-hidden className="size-4.25 shrink-0 stroke-[1.75]" />
            {item.label}
            {item.count ? <span className="ml-auto font-semibold text-ink text-xs">{item.count}</span> : null}
          </ShellLink>
        ))}
      </nav>
      <div className="mt-auto border-line border-t pt-3">
        {props.demo ? <DemoNote whose={props.whose} /> : null}
        <div className="flex items-center gap-2.5 px-1">
          <Avatar username={props.username} src={props.avatarUrl} />
          <span className="min-w-0 flex-1 leading-tight">
            <b className="block truncate font-semibold" title={`@${props.username}`}>
              @{props.username}
            </b>
            <span className="whitespace-nowrap text-muted text-xs">{props.accountLabel}</span>
          </span>
          <span className="flex">
            <ThemeToggle />
            <Button
              variant="quiet"
              size="sm"
              square
              aria-label="Sign out"
              title="Sign out"
              onClick={props.onSignOut}
            >
              <LogOut aria-hidden className="size-4.25" />
            </Button>
          </span>
        </div>
      </div>
    </aside>
  );
}

interface ShellLinkProps {
  item: ShellItem;
  style: (isActive: boolean) => string;
  'aria-label'?: string;
  children: ReactNode;
}

function ShellLink({ item: { to, also }, style, ...rest }: ShellLinkProps) {
  const { pathname } = useLocation();
  const isPage = useMatch({ path: to, end: false }) !== null;
  const isWithin = also !== undefined && pathname.startsWith(also);
  return (
    <Link
      to={to}
      aria-current={isPage ? 'page' : isWithin || undefined}
      className={style(isPage || isWithin)}
      {...rest}
    />
  );
}

export const railLink = (isActive: boolean) =>
  cx(
    'flex h-8.5 items-center gap-2.5 rounded-control px-2.5 font-medium',
    isActive
      ? 'bg-raised font-semibold text-ink shadow-[0_0_0_1px_var(--color-line)]'
      : 'text-muted hover:bg-hover hover:text-ink',
  );

const NotificationsBell = lazyPart(
  async () => (await import('#web/features/notifications/notifications-bell.tsx')).NotificationsBell,
);

/** The bell is loaded after the layout, because its imports are larger than the layout. */
const Bell = (props: { person?: string | undefined }) => (
  <Suspense fallback={<span className="size-7.5" />}>
    <NotificationsBell {...props} />
  </Suspense>
);

function Figure({ micros, className }: { micros: Micros | undefined; className: string }) {
  if (micros === undefined) return <Skeleton className={cx(className, 'h-6.5 w-18 bg-well-3! md:w-24')} />;
  return <div className={cx('num', className)}>{formatUsd(micros)}</div>;
}

function TopBar(props: WorkingLayoutProps) {
  const navigate = useNavigate();
  const dark = useDarkMode();
  const me = (
    <Button variant="quiet" size="sm" square aria-label="Account">
      <Avatar username={props.username} src={props.avatarUrl} size="sm" />
    </Button>
  );
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-rail md:hidden print:hidden">
      <div className="flex h-13 items-center justify-between gap-2.5 px-4">
        <span className="flex items-center gap-1.5">
          <Link to={props.home} className="flex">
            <Logo />
          </Link>
          <BetaBadge />
        </span>
        <span className="flex items-center gap-1.5">
          <span className="flex flex-col items-end gap-0.5">
            <span className="font-medium font-stretch-88% text-2xs text-muted leading-none">
              {props.figureLabel}
            </span>
            <Figure micros={props.figureMicros} className="text-lg leading-none max-[389px]:text-base" />
          </span>
          <Bell />
          <PaletteButton compact whose={props.whose} pages={props.items} actions={props.actions} />
          <Menu
            trigger={me}
            items={[
              {
                label: <MenuLine icon={Settings} text="Settings" />,
                onPress: () => navigate(props.settings),
              },
              {
                label: (
                  <MenuLine
                    icon={dark ? Sun : Moon}
                    text={dark ? 'Switch to light theme' : 'Switch to dark theme'}
                  />
                ),
                onPress: () => setDarkMode(!dark),
              },
              { label: <MenuLine icon={LogOut} text="Sign out" />, onPress: props.onSignOut },
            ]}
          />
        </span>
      </div>
      {props.demo ? <DemoStrip whose={props.whose} /> : null}
    </header>
  );
}

const MenuLine = ({ icon: Icon, text }: { icon: LucideIcon; text: string }) => (
  <>
    <Icon aria-hidden />
    {text}
  </>
);

function BottomBar({ items }: { items: readonly ShellItem[] }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid h-15 auto-cols-fr grid-flow-col border-line border-t bg-rail md:hidden print:hidden"
    >
      {items.map((item) => (
        <ShellLink key={item.to} item={item} style={barLink} aria-label={item.label}>
          <item.icon aria-hidden className="size-4.75 stroke-[1.75]" />
          {item.short}
        </ShellLink>
      ))}
    </nav>
  );
}

export const barLink = (isActive: boolean) =>
  cx(
    'flex min-w-0 flex-col items-center justify-center gap-1 font-medium font-stretch-88% text-2xs focus-visible:-outline-offset-2',
    isActive
      ? 'text-ink shadow-[inset_0_2px_0_var(--color-ink)] dark:shadow-[inset_0_2px_0_var(--color-signal)]'
      : 'text-muted',
  );
