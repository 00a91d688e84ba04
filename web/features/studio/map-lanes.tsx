import './map-cursor.css';
import { type ReactNode, useMemo } from 'react';
import type { EarnedPart } from '#contract/clips/clip-files.ts';
import { useHydrated } from '#web/ui/pages/hydration.ts';
import { CutLane, lane, Ruler, SoundLane, type Stretch } from './lanes.tsx';
import { PEAKS_PER_SECOND } from './silence.ts';
import type { Evidence } from './suggestions.ts';

export interface MappedSource extends Evidence {
  /** In seconds. */
  duration: number;
  rules: { minSeconds: number; maxSeconds: number };
}

const rows = [
  ['', 'h-7'],
  ['Sound', 'h-15.5'],
  ['Chat', 'h-15.5'],
  ['Earned', 'h-11'],
  ['Your cut', 'h-11'],
] as const;

interface Props {
  source: MappedSource;
  cut: { start: number; end: number };
  /** The control that moves the cut; it covers all lanes. */
  children: ReactNode;
}

/** Shows sound, chat pace and earnings of a whole source, one lane each, and the cut. */
export function MapLanes({ source, cut, children }: Props) {
  const { duration, peaks, chat, earned } = source;
  const view = useMemo(() => ({ from: 0, span: duration }), [duration]);
  const pace = useMemo(() => asPeaks(chat), [chat]);
  // The paths would make the document of the page heavier than its texts.
  const isDrawn = useHydrated();
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] max-md:grid-cols-[5rem_minmax(0,1fr)] border-well-line border-b">
      <div aria-hidden="true" className="text-well-muted text-xs">
        {rows.map(([name, height]) => (
          <div
            key={name}
            className={`flex items-center border-well-line border-b pl-6 max-md:pl-4 ${height}`}
          >
            {name}
          </div>
        ))}
      </div>
      <div className="relative border-well-line border-l">
        <Ruler view={view} />
        {isDrawn ? <SoundLane view={view} peaks={peaks} /> : <div className={`${lane} h-15.5`} />}
        {isDrawn ? <SoundLane view={view} peaks={pace} name="Chat" /> : <div className={`${lane} h-15.5`} />}
        <EarnedLane view={view} parts={earned} />
        <CutLane view={view} cuts={[cut]} selected={0} />
        {children}
      </div>
    </div>
  );
}

/** Returns messages per second in the shape of sound, so that both lanes are drawn alike. */
const asPeaks = (perSecond: readonly number[]) =>
  new Map(
    perSecond.flatMap((messages, second) =>
      Array.from(
        { length: PEAKS_PER_SECOND },
        (_, tenth) => [second * PEAKS_PER_SECOND + tenth, messages] as const,
      ),
    ),
  );

/** Shows a bar for each part that earned before; a higher bar earned more. */
function EarnedLane({ view: { from, span }, parts }: { view: Stretch; parts: readonly EarnedPart[] }) {
  const most = parts.reduce((highest, { earnedMicros }) => Math.max(highest, Number(earnedMicros)), 1);
  return (
    <div aria-hidden="true" className={`${lane} h-11`}>
      {parts.map(({ start, end, earnedMicros }) => (
        <i
          key={start}
          className="absolute bottom-0 bg-well-green"
          style={{
            left: `${((start - from) / span) * 100}%`,
            width: `${((end - start) / span) * 100}%`,
            height: `${20 + (Number(earnedMicros) / most) * 70}%`,
          }}
        />
      ))}
    </div>
  );
}
