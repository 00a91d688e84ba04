import {
  Bell,
  Code2,
  Link2,
  type LucideIcon,
  ShieldCheck,
  UserRound,
  UserRoundX,
  Wallet,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import {
  formerSettingsParts,
  type SettingsSection,
  settingsPath,
  settingsSections,
} from '#contract/accounts/settings-path.ts';
import { useInside } from '#web/features/accounts/session.ts';
import { SharedAccount } from '#web/features/accounts/shared-account.tsx';
import { cx } from '#web/ui/cx.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { useAnchor } from '../public/anchor.ts';

const labels: Record<SettingsSection, { label: string; icon: LucideIcon; meaning: string }> = {
  profile: { label: 'Profile', icon: UserRound, meaning: 'How others see you, and how we reach you.' },
  accounts: { label: 'Accounts', icon: Link2, meaning: 'Platforms and Discord that you connected.' },
  payouts: { label: 'Payouts', icon: Wallet, meaning: 'Where your money goes.' },
  notifications: { label: 'Notifications', icon: Bell, meaning: 'What we send you, and where.' },
  security: {
    label: 'Security',
    icon: ShieldCheck,
    meaning: 'How you sign in, and where you are signed in.',
  },
  developers: { label: 'Developers', icon: Code2, meaning: 'API keys and webhooks for your programs.' },
  privacy: {
    label: 'Privacy',
    icon: UserRoundX,
    meaning: 'A copy of your data, and the end of your account.',
  },
};

/** Query parameters with which a browser returns from the consent page of a platform. */
const returned = ['connected', 'connect_error', 'analytics'];

export interface SettingsLayoutProps<Role extends MemberRole> {
  whose: Role;
  sections: Record<(typeof settingsSections)[Role][number], ReactNode>;
}

/** The settings of a role: the section of the address, beside links to all sections. */
export function SettingsLayout<Role extends MemberRole>({ whose, sections }: SettingsLayoutProps<Role>) {
  const { user } = useInside();
  const { pathname, search, hash } = useLocation();
  const [params] = useSearchParams();
  const part = useAnchor();
  const all: readonly (typeof settingsSections)[Role][number][] = settingsSections[whose];
  const section = all.find((known) => settingsPath(whose, known) === pathname) ?? all[0]!;
  const former = returned.some((name) => params.has(name)) ? 'accounts' : formerSettingsParts[part];
  const elsewhere = section === 'profile' && all.find((known) => known === former);
  if (elsewhere) return <Navigate replace to={`${settingsPath(whose, elsewhere)}${search}${hash}`} />;
  const { label, meaning } = labels[section];
  return (
    <>
      <PageHeader title="Settings" documentTitle={`${label} · Settings · Permille`} meaning={meaning} />
      <SharedAccount user={user} />
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-5 lg:grid-cols-[11.5rem_minmax(0,42rem)]">
        <Sections whose={whose} all={all} current={section} />
        <div key={section} className="flex min-w-0 flex-col gap-5 max-md:gap-4">
          {sections[section]}
        </div>
      </div>
    </>
  );
}

interface SectionsProps {
  whose: MemberRole;
  all: readonly SettingsSection[];
  current: SettingsSection;
}

/** Links to the sections: a column beside a section, or a row above it that is scrolled to the current one. */
function Sections({ whose, all, current }: SectionsProps) {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is scrolled again for every section
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) row.current!.scrollLeft = link.offsetLeft - row.current!.offsetLeft - 16;
  }, [current]);
  return (
    <nav
      ref={row}
      aria-label="Settings"
      className="flex gap-1 [scrollbar-width:none] max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:sticky lg:top-5 lg:flex-col"
    >
      {all.map((section) => {
        const { label, icon: Icon } = labels[section];
        return (
          <Link
            key={section}
            to={settingsPath(whose, section)}
            aria-current={section === current ? 'page' : undefined}
            className={cx(
              'flex h-9 shrink-0 items-center gap-2.5 rounded-control px-2.75 font-medium',
              section === current
                ? 'bg-raised font-semibold text-ink shadow-[0_0_0_1px_var(--color-line)]'
                : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-4.25 shrink-0 stroke-[1.75]" />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
