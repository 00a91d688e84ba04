import type { Clip } from '#contract/clips/clips.ts';
import { ViewsChart } from '#web/nouns/views-chart.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { spanOf } from './hold-spans.ts';

const stateTexts: Record<Clip['holds'][number]['state'], string> = {
  open: 'held',
  escalated: 'held',
  released: 'held before, released',
  upheld: 'excluded',
};

/** A chart of all counts over time. Held and excluded views are marked on the same axis. */
export function ClipCounts({ clip: { snapshots, accruals, holds } }: { clip: Clip }) {
  const marked = holds.flatMap((hold) => {
    const span = hold.state === 'released' ? null : spanOf(snapshots, hold);
    return span ? [{ ...span, hold }] : [];
  });
  return (
    <ViewsChart
      title="How the views grew"
      height={190}
      snapshots={snapshots}
      settledViews={accruals.at(-1)?.viewsTo}
      flags={marked}
      below={
        marked.length > 0 ? (
          <ul aria-label="Marked in the chart" className="mt-3 flex flex-col gap-1 text-sm">
            {marked.map(({ from, to, hold }) => (
              <li key={hold.openedAt.getTime()} className="flex items-baseline gap-2">
                <i aria-hidden="true" className="size-2.5 shrink-0 rounded-[2px] bg-chart-flag opacity-50" />
                <span>
                  <b className="font-semibold">
                    Views {formatCount(hold.fromViews + 1)} to{' '}
                    {hold.toViews === null ? 'the last' : formatCount(hold.toViews)} {stateTexts[hold.state]}
                  </b>
                  , counted <MomentText at={new Date(from)} /> to <MomentText at={new Date(to)} />
                </span>
              </li>
            ))}
          </ul>
        ) : null
      }
      empty={
        <EmptyState title="No snapshots yet" className="p-0!">
          Each count that is read or confirmed is listed here.
        </EmptyState>
      }
    />
  );
}
