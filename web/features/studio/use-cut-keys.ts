import type { StudioProject } from '#contract/studio.ts';
import { addCut, removeCut, setIn, setOut, splitCut } from './cuts.ts';
import type { StudioKeys } from './studio-keys.ts';
import { onFrame } from './timecode.ts';
import type { StudioTools } from './tools.ts';

const FASTEST = 4;

interface Options extends StudioTools {
  undo(): void;
  redo(): void;
  openCaptions(): void;
}

/** Returns the second of the next pin after `at`, or of the first pin if there is none. */
export const nextPin = (pins: readonly { second: number }[], at: number): number | undefined =>
  (pins.find(({ second }) => second > at + HALF_FRAME) ?? pins[0])?.second;

/** Half a frame, in seconds. A pin's frame begins at most this long before or after the pin's second. */
const HALF_FRAME = 1 / 30;

/** Returns the action of each key in the studio. Buttons perform the same actions. */
export function useCutKeys({
  listing,
  source,
  project,
  edit,
  selected,
  select,
  player,
  rate,
  undo,
  redo,
  openCaptions,
}: Options): StudioKeys {
  const { fps, duration } = source;
  const time = () => onFrame(player?.time() ?? 0, fps);
  const cut = (name: string, next: (cuts: StudioProject['cuts'], at: number) => StudioProject['cuts']) =>
    edit(name, (old) => ({ ...old, cuts: next(old.cuts, time()) }));
  const step = (frames: number) => player?.seek(time() + frames / fps);
  return {
    undo,
    redo,
    space: () => (rate === 0 ? player?.play(1) : player?.pause()),
    k: () => player?.pause(),
    l: () => player?.play(rate > 0 ? Math.min(FASTEST, rate * 2) : 1),
    j: () => player?.play(rate < 0 ? Math.max(-FASTEST, rate * 2) : -1),
    ',': () => step(-1),
    '.': () => step(1),
    p: () => {
      const next = nextPin(listing.source.pins, time());
      if (next !== undefined) player?.seek(next);
    },
    i: () => cut('in', (cuts, at) => setIn(cuts, selected, at, duration)),
    o: () => cut('out', (cuts, at) => setOut(cuts, selected, Math.max(at, 1 / fps))),
    s: () => cut('split', splitCut),
    n: () => {
      cut('add', (cuts, at) => addCut(cuts, at, duration));
      select(project.cuts.length);
    },
    delete: () => {
      cut('remove', (cuts) => removeCut(cuts, selected));
      select(Math.max(0, selected - 1));
    },
    c: () => {
      openCaptions();
      edit('caption', (old) => {
        const start = time();
        const next = old.captions.cues.find((cue) => cue.start > start)?.start ?? duration;
        const cue = { start, end: Math.min(start + 2, next), text: 'New caption' };
        if (old.captions.cues.some((other) => other.start <= start && start < other.end)) return old;
        const cues = [...old.captions.cues, cue].toSorted((a, b) => a.start - b.start);
        return { ...old, captions: { ...old.captions, cues } };
      });
    },
  };
}
