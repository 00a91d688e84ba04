import { formats, type PostPlatform } from '#contract/platforms/platforms.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';

/** The platforms on which clips may be posted. */
export function PlatformTags({ platforms }: { platforms: readonly PostPlatform[] }) {
  return (
    <ul aria-label="Platforms" className="flex flex-wrap gap-x-3.5 gap-y-1.5 text-muted text-sm">
      {platforms.map((platform) => (
        <li key={platform} className="flex items-center gap-1.25">
          <PlatformIcon platform={platform} />
          {formats[platform]}
        </li>
      ))}
    </ul>
  );
}
