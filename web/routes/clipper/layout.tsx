import { Compass, Film, HandCoins, LayoutDashboard, Settings, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ShellData, type ShellItem, WorkingLayout } from '../layout-working.tsx';
import { paths } from '../paths.ts';

export interface ClipperLayoutProps extends ShellData {
  pendingSubmissions?: number | undefined;
  children?: ReactNode;
}

/** The clipper's room; its figure is what was earned in all, not what can be withdrawn. */
export function ClipperLayout({ pendingSubmissions, ...rest }: ClipperLayoutProps) {
  const items: ShellItem[] = [
    { to: paths.clipperDashboard(), label: 'Overview', short: 'Overview', icon: LayoutDashboard },
    { to: paths.clipperExplore(), label: 'Explore Listings', short: 'Explore', icon: Compass },
    { to: paths.clipperSubmit(), label: 'Submit Clip', short: 'Submit', icon: Upload },
    {
      to: paths.clipperSubmissions(),
      label: 'My Submissions',
      short: 'Clips',
      icon: Film,
      count: pendingSubmissions,
    },
    { to: paths.clipperEarnings(), label: 'Earnings', short: 'Earnings', icon: HandCoins },
    { to: paths.clipperSettings(), label: 'Settings', short: 'Settings', icon: Settings },
  ];
  return (
    <WorkingLayout
      {...rest}
      items={items}
      figureLabel="Earnings"
      accountLabel="Clipper Account"
      home={paths.clipperDashboard()}
      settings={paths.clipperSettings()}
    />
  );
}
