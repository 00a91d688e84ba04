import { ChevronLeft, Play, Plus, Scissors, Trash2 } from 'lucide-react';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { addCut, moveEarlier, removeCut, splitCut } from './cuts.ts';
import { clipTime, onFrame } from './timecode.ts';
import type { StudioTools } from './tools.ts';

const quiet = 'hover:bg-well-3!';

/** Lists the cuts in the order of the clip. *In* and *Out* move the ends of the selected cut. */
export function CutList({
  project,
  edit,
  selected,
  select,
  player,
  source,
  at,
}: StudioTools & { at: number }) {
  const { cuts } = project;
  // The player's time may be ahead of the picture on screen, which is drawn later.
  const time = () => onFrame(player?.time() ?? at, source.fps);
  const change = (name: string, next: (cuts: typeof project.cuts) => typeof project.cuts) =>
    edit(name, (old) => ({ ...old, cuts: next(old.cuts) }));
  const chosen = cuts[selected];
  return (
    <div className="flex flex-wrap items-center gap-1.5 px-4 py-2 max-md:px-3">
      <ol aria-label="Cuts" className="flex max-h-18 flex-wrap gap-1.5 overflow-y-auto p-0.5">
        {cuts.map((cut, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cut is known by its place
          <li key={index}>
            <button
              type="button"
              aria-pressed={index === selected}
              className={cx(
                'h-7.5 rounded-control border px-2.5 font-semibold text-sm',
                index === selected ? 'border-signal text-signal' : 'border-well-line hover:bg-well-3',
              )}
              onClick={() => {
                select(index);
                player?.seek(cut.start);
              }}
            >
              Cut {index + 1} <span className="mono">{clipTime(cut.end - cut.start)}</span>
            </button>
          </li>
        ))}
      </ol>
      <Button
        variant="quiet"
        size="sm"
        className={quiet}
        title="N"
        onClick={() => {
          change('add', (old) => addCut(old, time(), source.duration));
          select(cuts.length);
        }}
      >
        <Plus aria-hidden />
        Add cut
      </Button>
      {chosen ? (
        <>
          <Button
            variant="quiet"
            size="sm"
            className={quiet}
            onClick={() => {
              player?.seek(chosen.start);
              player?.play(1, chosen.end);
            }}
          >
            <Play aria-hidden />
            Play cut
          </Button>
          <Button
            variant="quiet"
            size="sm"
            className={quiet}
            title="S"
            onClick={() => change('split', (old) => splitCut(old, time()))}
          >
            <Scissors aria-hidden />
            Split
          </Button>
          {selected > 0 ? (
            <Button
              variant="quiet"
              size="sm"
              className={quiet}
              onClick={() => {
                change('move', (old) => moveEarlier(old, selected));
                select(selected - 1);
              }}
            >
              <ChevronLeft aria-hidden />
              Move earlier
            </Button>
          ) : null}
          <Button
            variant="quiet"
            size="sm"
            className={quiet}
            title="Delete"
            onClick={() => {
              change('remove', (old) => removeCut(old, selected));
              select(Math.max(0, selected - 1));
            }}
          >
            <Trash2 aria-hidden />
            Remove cut
          </Button>
        </>
      ) : null}
    </div>
  );
}
