import {
  BadgeCheck,
  Camera,
  ChartNoAxesColumn,
  Copyright,
  FileCheck,
  Film,
  Gauge,
  Gavel,
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
  Waypoints,
} from 'lucide-react';
import type { AdminCounts } from '#web/features/admin/counts.ts';
import type { PalettePage } from '../palette/palette-page.ts';
import { paths } from '../paths.ts';

export interface AdminNavItem extends PalettePage {
  /** Beginnings of addresses whose pages also belong to the view. */
  also?: readonly string[];
  /** Returns the number of waiting items. 0 is not displayed. */
  count?: (counts: AdminCounts) => number;
}

export interface AdminNavGroup {
  label: string;
  /** Label in the bottom bar of a phone. */
  short: string;
  items: readonly [AdminNavItem, ...AdminNavItem[]];
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** The views of the admin panel, by group of the sidebar. */
export const adminNavigation: readonly AdminNavGroup[] = [
  {
    label: 'Inbox',
    short: 'Inbox',
    items: [
      { to: paths.admin(), label: 'Inbox', icon: Inbox, count: ({ inbox }) => sum(inbox) },
      {
        to: paths.adminView('appeals'),
        label: 'Appeals',
        icon: Gavel,
        count: ({ inbox }) => inbox.appeal,
      },
      {
        to: paths.adminView('screenshots'),
        label: 'Screenshots',
        icon: Camera,
        count: ({ inbox }) => inbox.screenshot,
      },
      { to: paths.adminView('codes'), label: 'Codes', icon: KeyRound, count: ({ inbox }) => inbox.code },
      { to: paths.adminView('support'), label: 'Support', icon: Mail, count: ({ inbox }) => inbox.support },
      {
        to: paths.adminView('takedowns'),
        label: 'Takedowns',
        icon: Copyright,
        count: ({ inbox }) => inbox.takedown,
      },
    ],
  },
  {
    label: 'People & listings',
    short: 'People',
    items: [
      { to: paths.adminView('users'), also: [paths.adminPerson('')], label: 'Users', icon: Users },
      {
        to: paths.adminView('listings'),
        also: [paths.adminListing('')],
        label: 'Listings',
        icon: ListVideo,
      },
      {
        to: paths.adminView('submissions'),
        also: [paths.clip('')],
        label: 'Submissions',
        icon: Film,
        count: ({ inbox }) => inbox.escalation + inbox.hold + inbox.review + inbox.proof,
      },
      {
        to: paths.adminView('cohorts'),
        also: [paths.adminCohort('')],
        label: 'Cohorts',
        icon: Waypoints,
        count: ({ openCohorts }) => openCohorts,
      },
    ],
  },
  {
    label: 'Money',
    short: 'Money',
    items: [
      {
        to: paths.adminView('payouts'),
        also: [paths.adminPayout('')],
        label: 'Payouts',
        icon: HandCoins,
        count: ({ openPayouts }) => openPayouts,
      },
      {
        to: paths.adminView('deposits'),
        also: [paths.adminDeposit('')],
        label: 'Deposits',
        icon: Landmark,
        count: ({ inbox }) => inbox.deposit,
      },
      { to: paths.adminView('debts'), also: [paths.adminDebt('')], label: 'Debts', icon: ReceiptText },
      {
        to: paths.adminView('suspense'),
        also: [paths.adminSuspenseItem('')],
        label: 'Suspense',
        icon: Wallet,
        count: ({ openSuspenseItems }) => openSuspenseItems,
      },
      { to: paths.adminView('reconciliation'), label: 'Reconciliation', icon: BadgeCheck },
      { to: paths.adminView('statements'), label: 'Statements', icon: FileCheck },
      { to: paths.trialBalance(), label: 'Trial balance', icon: Scale },
    ],
  },
  {
    label: 'System',
    short: 'System',
    items: [
      { to: paths.adminView('logs'), label: 'System Logs', icon: ScrollText },
      { to: paths.adminView('score'), label: 'Score', icon: Gauge },
      { to: paths.adminView('score-report'), label: 'Score report', icon: ChartNoAxesColumn },
      { to: paths.adminSecurity(), label: 'Security', icon: ShieldCheck },
    ],
  },
];

/** Whether a path belongs to a view. */
export const belongsTo = ({ to, also = [] }: AdminNavItem, pathname: string): boolean =>
  pathname === to || also.some((start) => pathname.startsWith(start));
