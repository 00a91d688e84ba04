import { Link } from 'react-router';
import { formats } from '#contract/platforms/platforms.ts';
import type { PublicProfile } from '#contract/profiles.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { paths } from '#web/routes/paths.ts';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

/** Lists a clipper's approved clips with the most views. Each is named by its listing. */
export function ProfileClips({ profile: { topClips } }: { profile: PublicProfile }) {
  if (topClips === null) {
    return (
      <Panel title="Top clips">
        <p className="text-muted">Hidden, like the earnings.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Top clips" flush>
      {topClips.length === 0 ? (
        <EmptyState title="No approved clips yet">Clips show here once a host has approved them.</EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {topClips.map((clip, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list is all that a clip is known by here
            <li key={at} className="flex items-center justify-between gap-4 px-4.5 py-3 max-md:px-4">
              <span className="min-w-0">
                <Link to={paths.listing(clip.listingId)} className="font-semibold hover:underline">
                  <bdi>{clip.listingTitle}</bdi>
                </Link>
                <span className="mt-1 flex items-center gap-1.5 text-muted text-sm">
                  <PlatformIcon platform={clip.platform} />
                  {formats[clip.platform]}
                </span>
              </span>
              <span className="shrink-0 text-right">
                <span className="num block text-xl">{formatCount(clip.views)}</span>
                <span className="text-muted text-xs">
                  {clip.countLevel === 'attested' ? 'attested views' : 'verified views'}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** Shows the decisions on a clipper's clips. A figure without data is shown as unknown, never as 0. */
export function ClipperRecord({ profile }: { profile: PublicProfile }) {
  const { approvedClips, decidedClips } = profile;
  const none = <span className="font-normal text-muted">No data</span>;
  return (
    <Panel title="Clipper record" className="self-start">
      <Facts>
        <Fact name="Approved of decided clips">
          {decidedClips ? `${Math.round((approvedClips / decidedClips) * 100)}%` : none}
        </Fact>
        <Fact name="Approved clips">
          {decidedClips ? `${formatCount(approvedClips)} of ${formatCount(decidedClips)}` : none}
        </Fact>
      </Facts>
    </Panel>
  );
}
