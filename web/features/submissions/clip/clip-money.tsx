import type { Clip } from '#contract/clips/clips.ts';
import { notEarnedYet } from '#contract/earnings/earned.ts';
import { formatUsdExact } from '#contract/money.ts';
import { cx } from '#web/ui/cx.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { moneyLimits } from './receipt-labels.ts';

/** Shows the worth of the views, the earned part, and the limits of the earnings. */
export function ClipMoney({ clip }: { clip: Clip }) {
  // A pending clip without earnings shows what its first count would earn. Other clips show what they earned.
  const earned = clip.status !== 'pending' || clip.earnedMicros > 0n;
  const rest = earned ? notEarnedYet(clip) : null;
  return (
    <section aria-label="Money" className="overflow-hidden rounded-panel border border-line bg-surface">
      <dl className="grid grid-cols-3">
        <Figure
          label={clip.countLevel === 'attested' ? 'Attested count' : 'Platform count'}
          value={formatCount(clip.countedViews)}
          below={`Reported ${formatCount(clip.reportedViews)}`}
        />
        <Figure label="Eligible views" value={formatCount(clip.eligibleViews)} below={belowEligible(clip)} />
        <Figure
          label={earned ? 'Earned' : 'Earns if approved'}
          value={formatUsdExact(earned ? clip.earnedMicros : clip.worthMicros)}
          below={earned ? 'so far' : 'by today’s count'}
        />
      </dl>
      <div className="flex flex-col gap-2.5 border-line border-t px-4.5 py-3.5 text-sm max-md:px-4">
        {rest ? <p>{rest}</p> : null}
        <ul aria-label="What limits it" className="flex flex-col gap-1">
          {moneyLimits(clip).map(({ name, sentence, isReached }) => (
            <li key={name} className="grid grid-cols-[6.5rem_1fr] gap-2">
              <span className={cx('font-semibold', isReached ? 'text-amber' : 'text-muted')}>{name}</span>
              <span className={cx(isReached ? 'text-ink' : 'text-muted')}>{sentence}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function belowEligible({ contestedViews, excludedViews, byFigures }: Clip): string {
  const parts = [
    contestedViews > 0 && `${formatCount(contestedViews)} contested`,
    excludedViews > 0 && `${formatCount(excludedViews)} excluded`,
    byFigures && `${formatCount(byFigures.countingViews)} paid for so far`,
  ].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(', ') : 'All of them';
}

function Figure({ label, value, below }: { label: string; value: string; below: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5 border-line px-4.5 py-3.5 not-first:border-l max-md:px-3">
      <dt className="label">{label}</dt>
      <dd className="flex flex-col gap-1">
        <span className="num text-2xl max-md:text-lg">{value}</span>
        <span className="text-muted text-xs">{below}</span>
      </dd>
    </div>
  );
}
