import type { StudioProject } from '#contract/studio.ts';
import { addCut, removeCut, setIn, setOut, splitCut } from './cuts.ts';
import type { StudioActs } from './shortcuts.ts';
import { onFrame } from './timecode.ts';
import type { TimelineView } from './timeline-view.ts';
import type { StudioTools } from './tools.ts';

const FASTEST = 4;

interface Options extends StudioTools {
  undo(): void;
  redo(): void;
  openCaptions(): void;
  showShortcuts(): void;
  timeline: TimelineView;
}

/** Returns the second of the next pin after `at`, or of the first pin if there is none. */
export const nextPin = (pins: readonly { second: number }[], at: number): number | undefined =>
  (pins.find(({ second }) => second > at + HALF_FRAME) ?? pins[0])?.second;

/** Half a frame, in seconds. A pin's frame begins at most this long before or after the pin's second. */
const HALF_FRAME = 1 / 30;

/** Returns the acts of the studio, which keys and buttons perform. */
export function useStudioActs({
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
  showShortcuts,
  timeline,
}: Options): StudioActs {
  const { fps, duration } = source;
  const time = () => onFrame(player?.time() ?? 0, fps);
  const cut = (name: string, next: (cuts: StudioProject['cuts'], at: number) => StudioProject['cuts']) =>
    edit(name, (old) => ({ ...old, cuts: next(old.cuts, time()) }));
  const step = (frames: number) => player?.seek(time() + frames / fps);
  return {
    undo,
    redo,
    showShortcuts,
    zoomIn: () => timeline.zoom(0.5),
    zoomOut: () => timeline.zoom(2),
    zoomToFit: () => {
      const chosen = project.cuts[selected];
      if (!timeline.isWhole) timeline.showAll();
      else if (chosen) {
        timeline.show(chosen);
        player?.seek(chosen.start);
      }
    },
    toggle: () => (rate === 0 ? player?.play(1) : player?.pause()),
    pause: () => player?.pause(),
    forwards: () => player?.play(rate > 0 ? Math.min(FASTEST, rate * 2) : 1),
    backwards: () => player?.play(rate < 0 ? Math.max(-FASTEST, rate * 2) : -1),
    frameBack: () => step(-1),
    frameForward: () => step(1),
    nextPin: () => {
      const next = nextPin(listing.source.pins, time());
      if (next !== undefined) player?.seek(next);
    },
    setIn: () => cut('in', (cuts, at) => setIn(cuts, selected, at, duration)),
    setOut: () => cut('out', (cuts, at) => setOut(cuts, selected, Math.max(at, 1 / fps))),
    split: () => cut('split', splitCut),
    addCut: () => {
      cut('add', (cuts, at) => addCut(cuts, at, duration));
      select(project.cuts.length);
    },
    removeCut: () => {
      cut('remove', (cuts) => removeCut(cuts, selected));
      select(Math.max(0, selected - 1));
    },
    addCaption: () => {
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
