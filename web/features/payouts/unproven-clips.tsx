import { Link } from 'react-router';
import { formatUsd } from '#contract/money.ts';
import type { UnprovenClip } from '#contract/proofs.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { ClipName, clipName } from '#web/nouns/clip-name.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { proofText } from './proof-texts.ts';

/** Lists the clips whose money waits for proof, with the fastest way to prove each. Renders nothing if none waits. */
export function UnprovenClips() {
  const found = useRead(routes.unprovenClips, {}).data;
  if (!found || found.rows.length === 0) return null;
  const { rows, others } = found;
  return (
    <Panel title="Waiting for proof" flush>
      <ul className="divide-y divide-line">
        {rows.map((clip) => (
          <Row key={clip.submissionId} clip={clip} />
        ))}
        {others.clips > 0 ? (
          <li className="px-4.5 py-3 text-muted text-sm">
            And {formatUsd(others.waitingMicros)} of {formatCount(others.clips)} more clips.
          </li>
        ) : null}
      </ul>
    </Panel>
  );
}

const Row = ({ clip }: { clip: UnprovenClip }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4.5 py-3">
    <span className="min-w-0 flex-1 basis-64">
      <Link to={paths.clip(clip.submissionId)} className="link wrap-anywhere">
        <bdi>{clip.listingTitle}</bdi>
      </Link>
      , <b className="font-semibold">{formatUsd(clip.waitingMicros)}</b>
      <ClipName {...clip} />
      <span className="block text-muted text-sm">{proofText(clip)}</span>
    </span>
    <span className="flex flex-wrap gap-2">
      {clip.way === 'release' ? (
        <Link to={paths.clipperSettings('accounts')} className={buttonStyle({ size: 'sm' })}>
          Release analytics
        </Link>
      ) : null}
      <Link
        to={`${paths.clip(clip.submissionId)}#proof`}
        className={buttonStyle({ size: 'sm', variant: clip.way === 'release' ? 'quiet' : 'secondary' })}
      >
        {clip.way === 'held' || clip.way === 'decided' ? 'See clip' : 'Prove views'}
        <span className="sr-only">
          {' '}
          of {clip.listingTitle}, {clipName(clip)}
        </span>
      </Link>
    </span>
  </li>
);
