import {
  CircleHelp,
  Compass,
  Film,
  HandCoins,
  LayoutDashboard,
  Mail,
  Scissors,
  Settings,
  Upload,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { type ShellData, type ShellItem, WorkingLayout } from '../layout-working.tsx';
import type { PalettePage } from '../palette/palette-page.ts';
import { paths } from '../paths.ts';
import { Uploads } from '../uploads.tsx';

export interface ClipperLayoutProps extends ShellData {
  pendingSubmissions?: number | undefined;
  children?: ReactNode;
}

const actions: PalettePage[] = [
  { to: paths.clipperCuts(), label: 'Cut a Clip', icon: Scissors },
  { to: paths.clipperSubmit(), label: 'Submit New Clip', icon: Upload },
  { to: paths.clipperEarnings(), label: 'Withdraw Funds', icon: HandCoins },
  { to: paths.helpCenter(), label: 'Browse Help Center', icon: CircleHelp },
  { to: paths.contact(), label: 'Contact Support', icon: Mail },
];

/** The clipper's layout. It shows the clipper's total earnings, not the available balance. */
export function ClipperLayout({ pendingSubmissions, ...rest }: ClipperLayoutProps) {
  const items: ShellItem[] = [
    { to: paths.clipperDashboard(), label: 'Overview', short: 'Overview', icon: LayoutDashboard },
    {
      to: paths.clipperExplore(),
      also: paths.listing(''),
      label: 'Explore Listings',
      short: 'Explore',
      icon: Compass,
    },
    { to: paths.clipperCuts(), label: 'Clip Studio', short: 'Studio', icon: Scissors },
    { to: paths.clipperSubmit(), label: 'Submit Clip', short: 'Submit', icon: Upload },
    {
      to: paths.clipperSubmissions(),
      also: paths.clip(''),
      label: 'My Submissions',
      short: 'Clips',
      icon: Film,
      count: pendingSubmissions,
    },
    { to: paths.clipperEarnings(), label: 'Earnings', short: 'Earnings', icon: HandCoins },
    { to: paths.clipperSettings(), label: 'Settings', short: 'Settings', icon: Settings },
  ];
  return (
    <>
      <WorkingLayout
        {...rest}
        whose="clipper"
        items={items}
        actions={actions}
        figureLabel="Earnings"
        accountLabel="Clipper Account"
        home={paths.clipperDashboard()}
        settings={paths.clipperSettings()}
      />
      <Uploads />
    </>
  );
}
