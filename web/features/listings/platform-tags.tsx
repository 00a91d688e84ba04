import { formats, type PostPlatform } from '#contract/platforms/platforms.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { cx } from '#web/ui/cx.ts';

interface PlatformTagsProps {
  platforms: readonly PostPlatform[];
  /** True to show only icons. Screen readers still read the names. */
  short?: boolean;
}

/** The platforms on which clips may be posted. */
export function PlatformTags({ platforms, short }: PlatformTagsProps) {
  return (
    <ul
      aria-label="Platforms"
      className={cx('flex flex-wrap gap-y-1.5 text-muted text-sm', short ? 'gap-x-2' : 'gap-x-3.5')}
    >
      {platforms.map((platform) => (
        <li key={platform} className="flex items-center gap-1.25">
          <PlatformIcon platform={platform} />
          <span className={cx(short && 'sr-only')}>{formats[platform]}</span>
        </li>
      ))}
    </ul>
  );
}
