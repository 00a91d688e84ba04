import { Plus, X } from 'lucide-react';
import type { StudioArea, StudioFrame } from '#contract/studio.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { windowAt } from './compose.ts';
import { addKey, removeKey, resized } from './frames.ts';
import { onFrame, timecode } from './timecode.ts';
import type { StudioTools } from './tools.ts';

const layouts = [
  { value: 'fill', label: 'Fill' },
  { value: 'stack', label: 'Stack' },
  { value: 'fit', label: 'Fit' },
] as const;

const meanings: Record<StudioFrame['layout'], string> = {
  fill: '9:16 crop. Drag it over the picture, or move it with the arrow keys.',
  stack: 'The face above the game. Set where each is in the picture.',
  fit: 'The whole picture, on a blur of itself.',
};

/**
 * Chooses how the wide picture becomes a tall one. The choice is stored for the next clip of the same host.
 */
export function WindowTab(tools: StudioTools & { at: number }) {
  const { project, edit } = tools;
  const { frame } = project;
  const set = (name: string, change: Partial<StudioFrame>) =>
    edit(name, (old) => ({ ...old, frame: { ...old.frame, ...change } }));
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        label="Layout"
        value={frame.layout}
        options={layouts}
        onChange={(layout) => set('layout', { layout })}
        className="w-full"
      />
      <p className="text-muted text-sm">{meanings[frame.layout]}</p>
      {frame.layout === 'fill' ? <Keys {...tools} /> : null}
      {frame.layout === 'stack' ? (
        <>
          <AreaFields name="Face" area={frame.face} onChange={(face) => set('face', { face })} />
          <AreaFields name="Game" area={frame.game} onChange={(game) => set('game', { game })} />
        </>
      ) : null}
      <p className="text-muted text-xs">Kept on this device for your next clip of this host.</p>
    </div>
  );
}

function Keys({ project, edit, at, source, player }: StudioTools & { at: number }) {
  const { keys } = project.frame;
  const add = () => {
    const time = onFrame(player?.time() ?? at, source.fps);
    edit('key', (old) => ({ ...old, frame: addKey(old.frame, time, windowAt(old.frame, time)) }));
  };
  return (
    <div className="flex flex-col gap-2">
      <h2 className="font-semibold text-sm">Keyframes</h2>
      <p className="text-muted text-xs">
        Add two or more to move the crop. Dragging it then sets a keyframe at the playhead.
      </p>
      <ul className="flex flex-col gap-1.5">
        {keys.map((key, index) => (
          <li key={key.at} className="flex items-center gap-2">
            <button type="button" className="mono min-h-6 link" onClick={() => player?.seek(key.at)}>
              {timecode(key.at, source.fps)}
            </button>
            <span className="ml-auto text-muted text-sm">{Math.round(key.x * 100)}%</span>
            <Button
              variant="quiet"
              size="sm"
              square
              aria-label={`Remove the keyframe at ${timecode(key.at, source.fps)}`}
              onClick={() => edit('key', (old) => ({ ...old, frame: removeKey(old.frame, index) }))}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={add}>
        <Plus aria-hidden />
        Add keyframe at playhead
      </Button>
    </div>
  );
}

const sides = { x: 'Left', y: 'Top', width: 'Width', height: 'Height' } as const;

function AreaFields({
  name,
  area,
  onChange,
}: {
  name: string;
  area: StudioArea;
  onChange: (area: StudioArea) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold text-sm">{name}</legend>
      {Object.entries(sides).map(([key, label]) => {
        const side = key as keyof StudioArea;
        return (
          <label key={key} className="grid grid-cols-[4rem_minmax(0,1fr)_3rem] items-center gap-2 text-sm">
            {label}
            <input
              type="range"
              min={0}
              max={100}
              value={Math.round(area[side] * 100)}
              className="min-h-6 accent-ink"
              onChange={(event) => onChange(resized(area, side, Number(event.target.value) / 100))}
            />
            <span className="text-right text-muted">{Math.round(area[side] * 100)}%</span>
          </label>
        );
      })}
    </fieldset>
  );
}
