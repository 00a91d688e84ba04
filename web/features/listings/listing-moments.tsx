import { useState } from 'react';
import { clipFileRoutes, type MomentMap } from '#contract/clips/clip-files.ts';
import { formatUsdExact, micros } from '#contract/money.ts';
import { useRead } from '#web/api/query.ts';
import { cx } from '#web/ui/cx.ts';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import { momentsOf, type Stretch, stretchesOf, sumEarned } from './moments.ts';

export interface MomentsProps {
  listingId: string;
  durationMs: number;
}

interface HostMomentsProps extends MomentsProps {
  /** True if the files of clips are compared with the source. */
  comparesClips: boolean;
}

const measures = [
  { value: 'earned', label: 'Earned' },
  { value: 'views', label: 'Views' },
  { value: 'clips', label: 'Clips' },
] as const;
type Measure = (typeof measures)[number]['value'];

const heights: Record<Measure, (stretch: Stretch) => number> = {
  earned: ({ earnedMicros }) => Number(earnedMicros),
  views: ({ views }) => views,
  clips: ({ clips }) => clips,
};

/** Shows the host which moments of the source clips show, with the clips, views and money of each. */
export function ListingMoments({ listingId, durationMs, comparesClips }: HostMomentsProps) {
  const found = useRead(clipFileRoutes.listingMoments, { params: { id: listingId } });
  const [measure, setMeasure] = useState<Measure>('earned');
  const map = found.data;
  const isEmpty = map?.seconds.length === 0;
  return (
    <Panel
      title="Earnings by moment"
      action={
        map && !isEmpty ? (
          <Segmented label="Measure" value={measure} options={measures} onChange={setMeasure} />
        ) : null
      }
    >
      {found.isError && !map ? <NotLoaded of={found} failed="The moments did not load." /> : null}
      {map || found.isError ? null : <MomentsSkeleton />}
      {map && isEmpty && !comparesClips ? (
        <EmptyState title="Clips can’t be matched to this video">
          It has no sound that can be read here, so nothing shows which seconds clips use. A source with AAC
          sound shows it.
        </EmptyState>
      ) : null}
      {map && isEmpty && comparesClips ? (
        <EmptyState title="No moment is located yet">
          When clippers send the files of their clips, this shows which seconds of your video they use and
          what each earned.
          {map.notLocated.clips > 0
            ? ` ${clipsText(map.notLocated.clips)} have no file, or no sound that we could find in your video.`
            : ''}
        </EmptyState>
      ) : null}
      {map && !isEmpty ? (
        <div className="flex flex-col gap-4">
          <Bars
            stretches={stretchesOf(map.seconds, durationMs, BARS)}
            height={heights[measure]}
            durationMs={durationMs}
          />
          <Moments map={map} />
          <Sum map={map} />
        </div>
      ) : null}
    </Panel>
  );
}

/** Shows clippers which moments other clips already show. */
export function TakenMoments({ listingId, durationMs }: MomentsProps) {
  const found = useRead(clipFileRoutes.takenMoments, { params: { id: listingId } });
  const seconds = found.data?.seconds.map((one) => ({ ...one, views: 0, earnedMicros: micros(0n) }));
  if (!seconds || seconds.length === 0) return null;
  const moments = momentsOf(seconds, found.data!.widthSeconds).sort(
    (a, b) => b.clips - a.clips || a.fromMs - b.fromMs,
  );
  return (
    <Panel title="Moments that clips show already">
      <div className="flex flex-col gap-4">
        <Bars
          stretches={stretchesOf(seconds, durationMs, BARS)}
          height={heights.clips}
          durationMs={durationMs}
        />
        <ul className="flex flex-col gap-1.5 text-sm">
          {moments.slice(0, MOMENTS).map((moment) => (
            <li key={moment.fromMs} className="flex justify-between gap-3">
              <span className="mono">{span(moment)}</span>
              <span className="text-muted">{atATime(moment)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

const BARS = 96;
const MOMENTS = 5;
const LEAST_PERCENT = 4;

const span = ({ fromMs, toMs }: Stretch) => `${runningTime(fromMs)} to ${runningTime(toMs)}`;
const clipsText = (clips: number) => `${formatCount(clips)} ${clips === 1 ? 'clip' : 'clips'}`;

/**
 * Returns text about a moment's clips. It is the highest number of clips in one of its seconds, because the
 * moment's clips may follow one another.
 */
const atATime = ({ clips }: Stretch) =>
  clips === 1 ? '1 clip at a time' : `up to ${clipsText(clips)} at a time`;

interface BarsProps {
  stretches: readonly Stretch[];
  height: (stretch: Stretch) => number;
  durationMs: number;
}

/** A chart of the same facts as in the list below. */
function Bars({ stretches, height, durationMs }: BarsProps) {
  const most = stretches.reduce((max, stretch) => Math.max(max, height(stretch)), 0);
  return (
    <div aria-hidden className="flex flex-col gap-1.5">
      <div className="flex h-24 items-end gap-px rounded-control bg-sunken p-1.5">
        {stretches.map((stretch) => (
          <i
            key={stretch.fromMs}
            title={span(stretch)}
            className={cx('min-w-0 flex-1 rounded-t-[2px]', height(stretch) > 0 ? 'bg-signal' : 'bg-line')}
            style={{ height: `${Math.max(LEAST_PERCENT, most === 0 ? 0 : (100 * height(stretch)) / most)}%` }}
          />
        ))}
      </div>
      <div className="mono flex justify-between text-muted">
        <span>0:00</span>
        <span>{runningTime(durationMs)}</span>
      </div>
    </div>
  );
}

function Moments({ map }: { map: MomentMap }) {
  return (
    <ol className="flex flex-col gap-1.5 text-sm" aria-label="Moments that earned most">
      {momentsOf(map.seconds, map.widthSeconds)
        .slice(0, MOMENTS)
        .map((moment) => (
          <li key={moment.fromMs} className="flex flex-wrap justify-between gap-x-3">
            <span className="mono">{span(moment)}</span>
            <span className="text-muted">
              {atATime(moment)}, {formatCount(moment.views)} views,{' '}
              <b className="font-semibold text-ink">{formatUsdExact(moment.earnedMicros)}</b>
            </span>
          </li>
        ))}
    </ol>
  );
}

function Sum({ map: { seconds, notLocated } }: { map: MomentMap }) {
  const located = sumEarned(seconds);
  return (
    <p className="text-muted text-sm">
      {formatUsdExact(located)} located, {formatUsdExact(notLocated.earnedMicros)} by{' '}
      {clipsText(notLocated.clips)} without a known moment: together{' '}
      {formatUsdExact(micros(located + notLocated.earnedMicros))}, which is what clips got from this budget.
    </p>
  );
}

function MomentsSkeleton() {
  return (
    <Loading label="Loading moments">
      <Skeleton className="h-36" />
    </Loading>
  );
}
