import { type Change, fingerprints, ITEMS_PER_SECOND, itemCount } from './fingerprint.ts';
import { bestRun, findWindow, type Run, WINDOW } from './search.ts';

/**
 * A part of a clip, and the part of the source with the same sound. Milliseconds from the beginning of each.
 */
export interface Segment extends Change {
  clipFromMs: number;
  clipToMs: number;
  sourceFromMs: number;
  sourceToMs: number;
  /** Share of the fingerprints' bits that differ; 0 means equal. */
  bitError: number;
}

/** Changes of tempo and pitch, in steps of one percent. */
interface Steps {
  tempo: number;
  pitch: number;
}

/** Changes from 0.86 to 1.26, in steps close enough for a window of three seconds. */
const GRID = Array.from({ length: 14 }, (_, i) => -15 + 3 * i);

/** Common edits of sound: none, a change of tempo and pitch together, of tempo alone, or of pitch alone. */
const searched: Steps[] = [
  { tempo: 0, pitch: 0 },
  ...GRID.map((step) => ({ tempo: step, pitch: 0 })),
  ...GRID.map((step) => ({ tempo: step, pitch: step })),
  ...GRID.map((step) => ({ tempo: 0, pitch: step })),
];
/** Steps between those of GRID, tried near a hit. */
const BETWEEN = Array.from({ length: 13 }, (_, i) => i - 6);

/**
 * Factor by which the unchanged tempo is preferred. A part that was cut between two items fits a little
 * better at another tempo, so another tempo must fit much better to be chosen.
 */
const UNCHANGED_FIRST = 1.2;

/**
 * In a long clip of which nothing was found, only this many windows are searched per change, which bounds the
 * time.
 */
const WINDOWS_MAX = 40;

/**
 * Returns the parts of a clip whose sound is in the source, in the clip's order. `clip` is mono sound at
 * SAMPLE_RATE, `source` a fingerprint. Does not find parts under three seconds, parts more than 14 % slower
 * or 26 % faster, and parts whose tempo and pitch were both changed by different factors.
 */
export function locate(clip: Float32Array, source: Int32Array): Segment[] {
  const found: Segment[] = [];
  const itemsAt = fingerprintsOf(clip);
  for (const steps of searched) {
    for (const from of seeds(itemCount(clip.length, { tempo: factor(steps.tempo) }), steps)) {
      if (!isFree(found, middleMs(from, steps))) continue;
      const at = findWindow(source, itemsAt(steps, searched), from);
      const segment = at === null ? null : bestNear({ from, at, steps }, itemsAt, source, found);
      if (segment) found.push(segment);
    }
  }
  return found.sort((a, b) => a.clipFromMs - b.clipFromMs);
}

const factor = (steps: number): number => 1.01 ** steps;
const itemMs = ({ tempo }: Steps): number => 1000 / (ITEMS_PER_SECOND * factor(tempo));
const middleMs = (from: number, steps: Steps): number => (from + WINDOW / 2) * itemMs(steps);
const isFree = (found: Segment[], ms: number): boolean =>
  !found.some(({ clipFromMs, clipToMs }) => ms >= clipFromMs && ms < clipToMs);

/**
 * Returns the clip's fingerprint at a change. Also computes the fingerprints of the changes in `likely` that
 * have the same tempo.
 */
type ItemsAt = (steps: Steps, likely: Steps[]) => Int32Array;

/** Computes each fingerprint once, when it is first needed. */
function fingerprintsOf(clip: Float32Array): ItemsAt {
  const made = new Map<string, Int32Array>();
  const keyOf = ({ tempo, pitch }: Steps) => `${tempo} ${pitch}`;
  return (steps, likely) => {
    if (!made.has(keyOf(steps))) {
      const { tempo } = steps;
      const asked = [steps, ...likely.filter((other) => other.tempo === tempo && !made.has(keyOf(other)))];
      const pitches = [...new Set(asked.map(({ pitch }) => pitch))];
      const all = fingerprints(clip, factor(tempo), pitches.map(factor));
      for (const [nth, pitch] of pitches.entries()) made.set(keyOf({ tempo, pitch }), all[nth]!);
    }
    return made.get(keyOf(steps))!;
  };
}

/**
 * Returns the starts of the searched windows. The windows are closer together for unchanged sound, which is
 * by far the most common.
 */
function seeds(items: number, { tempo, pitch }: Steps): number[] {
  const unchanged = tempo === 0 && pitch === 0;
  const step = unchanged ? WINDOW / 2 : WINDOW;
  const all = Array.from(
    { length: Math.max(0, Math.floor((items - WINDOW) / step) + 1) },
    (_, i) => i * step,
  );
  const every = unchanged ? 1 : Math.ceil(all.length / WINDOWS_MAX);
  return all.filter((_, i) => i % every === 0);
}

interface Hit {
  /** The window's first item in the clip; `at` is its first item in the source. */
  from: number;
  at: number;
  steps: Steps;
}

/** Returns the best fitting part around a hit, over all changes near the hit's change. */
function bestNear(hit: Hit, itemsAt: ItemsAt, source: Int32Array, found: Segment[]): Segment | null {
  const changes = nearby(hit.steps);
  const fits = changes.flatMap((steps) => {
    const centre = Math.round(middleMs(hit.from, hit.steps) / itemMs(steps));
    const offset = hit.at + WINDOW / 2 - centre;
    const free = (item: number) => isFree(found, item * itemMs(steps));
    return [-2, -1, 0, 1, 2].flatMap((shift) => {
      const run = bestRun(source, itemsAt(steps, changes), offset + shift, free);
      return run ? [{ run, steps, offset: offset + shift }] : [];
    });
  });
  const worth = ({ run, steps }: (typeof fits)[number]) =>
    run.score * (steps.tempo === 0 && steps.pitch === 0 ? UNCHANGED_FIRST : 1);
  const best = fits.reduce<(typeof fits)[number] | null>((a, b) => (a && worth(a) >= worth(b) ? a : b), null);
  return best && toSegment(best.run, best.offset, best.steps);
}

/** Returns the changes near the hit's that are of the same kind, including unchanged sound. */
function nearby({ tempo, pitch }: Steps): Steps[] {
  if (tempo === pitch && tempo !== 0) {
    return BETWEEN.map((by) => ({ tempo: tempo + by, pitch: pitch + by }));
  }
  if (pitch !== 0) return BETWEEN.map((by) => ({ tempo, pitch: pitch + by }));
  return BETWEEN.flatMap((by) => [
    { tempo: tempo + by, pitch: 0 },
    // A small change of speed or pitch also fits the unchanged sound, but worse, so such changes are tried
    // too.
    ...(tempo === 0 && by !== 0
      ? [
          { tempo: by, pitch: by },
          { tempo: 0, pitch: by },
        ]
      : []),
  ]);
}

function toSegment({ from, to, bitError }: Run, offset: number, steps: Steps): Segment {
  const clipMs = (item: number) => Math.round(item * itemMs(steps));
  const sourceMs = (item: number) => Math.round((item * 1000) / ITEMS_PER_SECOND);
  return {
    tempo: factor(steps.tempo),
    pitch: factor(steps.pitch),
    clipFromMs: clipMs(from),
    clipToMs: clipMs(to),
    sourceFromMs: sourceMs(from + offset),
    sourceToMs: sourceMs(to + offset),
    bitError,
  };
}
