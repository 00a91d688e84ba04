import { CircleHelp, Inbox, LayoutDashboard, ListVideo, Mail, Plus, Settings, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ShellData, type ShellItem, WorkingLayout } from '../layout-working.tsx';
import type { PalettePage } from '../palette/palette-page.ts';
import { paths } from '../paths.ts';
import { Uploads } from '../uploads.tsx';

export interface HostLayoutProps extends ShellData {
  activeListings?: number | undefined;
  clipsToDecide?: number | undefined;
  children?: ReactNode;
}

const actions: PalettePage[] = [
  { to: paths.hostCreate(), label: 'Create New Listing', icon: Plus },
  { to: paths.hostSubmissions(), label: 'Review Submissions', icon: Inbox },
  { to: paths.hostBudget({ add: 'funds' }), label: 'Add Funds', icon: Wallet },
  { to: paths.helpCenter(), label: 'Browse Help Center', icon: CircleHelp },
  { to: paths.contact(), label: 'Contact Support', icon: Mail },
];

/** The host's layout. Without children it shows the matched page. */
export function HostLayout({ activeListings, clipsToDecide, ...rest }: HostLayoutProps) {
  const items: ShellItem[] = [
    { to: paths.hostDashboard(), label: 'Overview', short: 'Overview', icon: LayoutDashboard },
    { to: paths.hostCreate(), label: 'Create Listing', short: 'Create', icon: Plus },
    {
      to: paths.hostListings(),
      label: 'My Listings',
      short: 'Listings',
      icon: ListVideo,
      count: activeListings,
    },
    {
      to: paths.hostSubmissions(),
      also: paths.clip(''),
      label: 'Submissions',
      short: 'Submissions',
      icon: Inbox,
      count: clipsToDecide,
    },
    { to: paths.hostBudget(), label: 'Budget', short: 'Budget', icon: Wallet },
    { to: paths.hostSettings(), label: 'Settings', short: 'Settings', icon: Settings },
  ];
  return (
    <>
      <WorkingLayout
        {...rest}
        whose="host"
        items={items}
        actions={actions}
        figureLabel="Balance"
        accountLabel="Host Account"
        home={paths.hostDashboard()}
        settings={paths.hostSettings()}
      />
      <Uploads />
    </>
  );
}
