import type { MomentMap } from '#contract/clips/clip-files.ts';
import { type Micros, micros } from '#contract/money.ts';

type Second = MomentMap['seconds'][number];

/** A part of a source with its clips and views. Its money is only known to the host. */
export interface Stretch {
  fromMs: number;
  toMs: number;
  /** The highest number of clips that show the same second of the source. */
  clips: number;
  views: number;
  earnedMicros: Micros;
}

/** Groups consecutive seconds into moments, ordered by descending earnings. */
export function momentsOf(seconds: readonly Second[], widthSeconds: number): Stretch[] {
  const found: Stretch[] = [];
  for (const one of seconds) {
    const last = found.at(-1);
    const stretch = last?.toMs === 1000 * one.second ? last : stretchAt(1000 * one.second);
    if (stretch !== last) found.push(stretch);
    stretch.toMs = 1000 * (one.second + widthSeconds);
    add(stretch, one);
  }
  return found.sort(
    (a, b) => Number(b.earnedMicros - a.earnedMicros) || b.views - a.views || a.fromMs - b.fromMs,
  );
}

/** Divides the whole source into `count` parts of equal length. */
export function stretchesOf(seconds: readonly Second[], durationMs: number, count: number): Stretch[] {
  const widthMs = durationMs / count;
  const stretches = Array.from({ length: count }, (_, i) => ({
    ...stretchAt(i * widthMs),
    toMs: (i + 1) * widthMs,
  }));
  for (const one of seconds) {
    // The last second may be longer than the remaining video.
    const at = Math.min(count - 1, Math.floor((1000 * one.second) / widthMs));
    add(stretches[at]!, one);
  }
  return stretches;
}

const stretchAt = (fromMs: number): Stretch => ({
  fromMs,
  toMs: fromMs,
  clips: 0,
  views: 0,
  earnedMicros: micros(0n),
});

function add(stretch: Stretch, { clips, views, earnedMicros }: Second): void {
  stretch.clips = Math.max(stretch.clips, clips);
  stretch.views += views;
  stretch.earnedMicros = micros(stretch.earnedMicros + earnedMicros);
}

export const sumEarned = (seconds: readonly Pick<Second, 'earnedMicros'>[]): Micros =>
  micros(seconds.reduce((sum, { earnedMicros }) => sum + earnedMicros, 0n));
