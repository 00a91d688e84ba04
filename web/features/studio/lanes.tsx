import { useMemo } from 'react';
import type { TakenSecond } from '#contract/clips/clip-files.ts';
import type { ListingPin } from '#contract/listings/listing-pins.ts';
import type { StudioCue, StudioCut, StudioFrame } from '#contract/studio.ts';
import { cx } from '#web/ui/cx.ts';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import { loudest, PEAKS_PER_SECOND, type Peaks } from './silence.ts';
import { takenBars } from './taken.ts';

/** The part of the source that is in view, in seconds. */
export interface Stretch {
  from: number;
  span: number;
}

/** The look of every lane without its height. */
export const lane = 'relative overflow-hidden border-well-line border-b';

const place = ({ from, span }: Stretch, start: number, end: number) => ({
  left: `${((start - from) / span) * 100}%`,
  width: `${((end - start) / span) * 100}%`,
});

const isInView = ({ from, span }: Stretch, start: number, end: number) => end >= from && start <= from + span;

const MARKS = 8;

export function Ruler({ view }: { view: Stretch }) {
  return (
    <div aria-hidden="true" className={`${lane} mono h-7 text-well-muted text-xs`}>
      {Array.from({ length: MARKS }, (_, mark) => {
        const seconds = view.from + (view.span * mark) / MARKS;
        return (
          <span
            key={seconds}
            className="absolute inset-y-0 border-well-line border-l pt-1.25 pl-1.25 max-md:even:hidden"
            style={{ left: `${(mark / MARKS) * 100}%` }}
          >
            {view.span < 10 * MARKS ? seconds.toFixed(1) : runningTime(seconds * 1_000)}
          </span>
        );
      })}
    </div>
  );
}

/**
 * Shows a bar for each second in other clips. A higher bar means more clips, and a white bar approved ones.
 */
export function TakenLane({ view: { from, span }, taken }: { view: Stretch; taken: readonly TakenSecond[] }) {
  const bars = useMemo(() => takenBars(taken, { from, span }), [taken, from, span]);
  return (
    <div aria-hidden="true" className={`${lane} h-8`}>
      {bars.map(({ start, end, share, isApproved }) => (
        <i
          key={start}
          className={cx('absolute bottom-0', isApproved ? 'bg-well-ink' : 'bg-spent')}
          style={{ ...place({ from, span }, start, end), height: `${20 + share * 70}%` }}
        />
      ))}
    </div>
  );
}

/** Shows the host's pins, each as far as the next one. Pressing a pin seeks to its second. */
export function PinLane({ view, pins }: { view: Stretch; pins: readonly ListingPin[] }) {
  const end = view.from + view.span;
  return (
    <div aria-hidden="true" className={`${lane} h-8`}>
      {pins.map(({ second, label }, index) => {
        const next = Math.min(end, pins[index + 1]?.second ?? end);
        if (!isInView(view, second, second) || next <= second) return null;
        return (
          <span
            key={second}
            title={label}
            data-second={second}
            className="absolute inset-y-1 truncate border-[#C8F04B] border-l-3 pl-1.5 text-xs leading-6"
            style={place(view, second, next)}
          >
            {label}
          </span>
        );
      })}
    </div>
  );
}

export function CutLane({ view, cuts, selected }: { view: Stretch; cuts: StudioCut[]; selected: number }) {
  return (
    <div aria-hidden="true" className={`${lane} h-11`}>
      {cuts.map(({ start, end }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a cut is known by its place
          key={index}
          className={cx(
            'absolute inset-y-1 rounded-frame border-2',
            index === selected ? 'border-[#C8F04B] bg-[#C8F04B]/25' : 'border-spent bg-well-3',
          )}
          style={place(view, start, end)}
        />
      ))}
    </div>
  );
}

/** Maximum number of strokes, because more could not be distinguished. */
const STROKES = 400;

/**
 * Returns the path of the strokes in view. Each stroke is as high as the loudest of its tenths of a second.
 */
export function soundPath({ from, span }: Stretch, peaks: Peaks): string {
  const most = Math.max(0.01, loudest(peaks));
  const tenths = Math.max(1, Math.ceil((span * PEAKS_PER_SECOND) / STROKES));
  const first = Math.floor((from * PEAKS_PER_SECOND) / tenths) * tenths;
  let path = '';
  for (let tenth = first; tenth <= (from + span) * PEAKS_PER_SECOND; tenth += tenths) {
    let peak = -1;
    for (let next = tenth; next < tenth + tenths; next += 1) peak = Math.max(peak, peaks.get(next) ?? -1);
    if (peak < 0) continue;
    const x = (((tenth / PEAKS_PER_SECOND - from) / span) * 1_000).toFixed(2);
    const size = (peak / most) * 28;
    path += `M${x} ${(31 - size).toFixed(1)}V${(31 + size).toFixed(1)}`;
  }
  return path;
}

interface SoundLaneProps {
  view: Stretch;
  peaks: Peaks;
  name?: string;
}

/** Shows the sound of the source. Without a prepared waveform it only shows the seconds measured so far. */
export function SoundLane({ view: { from, span }, peaks, name = 'Sound' }: SoundLaneProps) {
  const path = useMemo(() => soundPath({ from, span }, peaks), [from, span, peaks]);
  return (
    <div aria-hidden="true" className={`${lane} h-15.5`}>
      <svg viewBox="0 0 1000 62" preserveAspectRatio="none" className="size-full text-[#C8F04B]">
        <title>{name}</title>
        <path d={path} stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}

export function CaptionLane({ view, cues, at }: { view: Stretch; cues: StudioCue[]; at: number }) {
  return (
    <div aria-hidden="true" className={`${lane} h-9`}>
      {cues
        .filter(({ start, end }) => isInView(view, start, end))
        .map(({ start, end, text }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: two captions of a file can begin at one second
            key={index}
            className={cx(
              'absolute inset-y-1.25 truncate rounded-frame px-2 text-xs leading-6.5',
              start <= at && at < end ? 'bg-[#f4f4f0] font-semibold text-[#101113]' : 'bg-well-3',
            )}
            style={place(view, start, end)}
          >
            {text}
          </span>
        ))}
    </div>
  );
}

export function KeyLane({ view, keys }: { view: Stretch; keys: StudioFrame['keys'] }) {
  return (
    <div aria-hidden="true" className={`${lane} h-6`}>
      {keys.map(({ at }) => (
        <i
          key={at}
          className="-translate-x-1/2 absolute top-1.5 size-3 rotate-45 bg-[#C8F04B]"
          style={{ left: `${((at - view.from) / view.span) * 100}%` }}
        />
      ))}
    </div>
  );
}
