import { Pause, Play, RotateCcw } from 'lucide-react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { SCENE_SECONDS, scenes } from './demo-content.ts';
import { DemoScene } from './demo-scene.tsx';
import { DEMO_SECONDS, usePlayback } from './use-playback.ts';

/** Plays the demo in full screen: half a minute from a listing to a payout, with captions and controls. */
export function DemoPlayer({ onClose }: { onClose: () => void }) {
  const { at, playing, play, pause, seek } = usePlayback();
  const now = Math.min(Math.floor(at / SCENE_SECONDS), scenes.length - 1);
  const scene = scenes[now]!;
  const ended = at >= DEMO_SECONDS;
  const [Icon, name] = playing ? [Pause, 'Pause'] : ended ? [RotateCcw, 'Play again'] : [Play, 'Play'];
  return (
    <Dialog open wide onOpenChange={onClose} title="How a clip is paid, in half a minute">
      <div className="flex flex-col gap-4">
        <div
          aria-hidden="true"
          className="dark grid h-72 grid-cols-1 place-items-center overflow-hidden rounded-panel border border-well-line bg-well p-5 text-well-ink max-sm:h-64 max-sm:p-3"
        >
          <DemoScene
            name={scene.name}
            progress={Math.min(1, (at - now * SCENE_SECONDS) / (SCENE_SECONDS - 1.5))}
          />
        </div>
        <div aria-live="polite" className="min-h-20 max-sm:min-h-32">
          <p className="font-bold text-md">
            {now + 1}. {scene.title}
          </p>
          <p className="mt-1 text-muted">{scene.caption}</p>
        </div>
        <div className="flex items-center gap-3">
          <Button square aria-label={name} title={name} onClick={playing ? pause : play}>
            <Icon aria-hidden />
          </Button>
          <input
            type="range"
            min={0}
            max={DEMO_SECONDS}
            step={0.5}
            value={at}
            aria-label="Position"
            aria-valuetext={`Part ${now + 1} of ${scenes.length}: ${scene.title}`}
            onChange={(event) => seek(event.target.valueAsNumber)}
            className="h-6 min-w-0 flex-1 cursor-pointer accent-(--color-ink)"
          />
          <span className="mono text-muted">
            {Math.floor(at)} / {DEMO_SECONDS} s
          </span>
        </div>
        <Parts now={now} onChoose={(part) => seek(part * SCENE_SECONDS)} />
      </div>
    </Dialog>
  );
}

function Parts({ now, onChoose }: { now: number; onChoose: (part: number) => void }) {
  return (
    <ol className="grid grid-cols-1 gap-1 sm:grid-cols-5" aria-label="Parts of the demo">
      {scenes.map(({ name, title }, part) => (
        <li key={name} className="flex items-start">
          <button
            type="button"
            aria-current={part === now ? 'step' : undefined}
            onClick={() => onChoose(part)}
            className="w-full border-line border-t-2 py-1.5 text-left text-muted text-xs leading-[1.3] hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {title}
          </button>
        </li>
      ))}
    </ol>
  );
}
