import type { ReactNode } from 'react';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { cx } from '#web/ui/cx.ts';

/** Our drawings of the platforms: a note, a frame, a lens. The platforms' logos are trademarks. */
const drawings: Record<ConnectablePlatform, ReactNode> = {
  tiktok: (
    <>
      <path d="M14 4v10.5a4 4 0 1 1-4-4" />
      <path d="M14 4c.4 2.8 2.2 4.6 5 5" />
    </>
  ),
  youtube: (
    <>
      <rect x="6.5" y="3" width="11" height="18" rx="3" />
      <path d="m10.5 9.5 4 2.5-4 2.5z" />
    </>
  ),
  instagram: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.6" />
      <path d="M16.6 7.4h.01" />
    </>
  ),
  twitch: (
    <>
      <path d="M5 4h14v9.5l-4 4h-3.5L8.5 20v-2.5H5z" />
      <path d="M11 8.5v4M15 8.5v4" />
    </>
  ),
};

/** A decorative icon. The platform's name must be shown beside it. */
export function PlatformIcon({ platform, className }: { platform: ConnectablePlatform; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('shrink-0', className ?? 'size-3.75')}
    >
      {drawings[platform]}
    </svg>
  );
}
