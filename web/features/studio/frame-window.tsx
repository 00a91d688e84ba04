import type { KeyboardEvent, PointerEvent } from 'react';
import type { StudioArea } from '#contract/studio.ts';
import { CLIP_HEIGHT, CLIP_WIDTH, covering, windowAt } from './compose.ts';
import { moveWindow } from './frames.ts';
import type { StudioTools } from './tools.ts';

const edge = 'absolute border-2 border-[#C8F04B] shadow-[0_0_0_2000px_rgb(6_6_7/0.62)]';
const grip = 'absolute top-1/2 h-10 w-2 -translate-y-1/2 rounded-full bg-[#C8F04B]';
const STEP = 0.01;

/** Shows, over the source, which part of it the clip shows. */
export function FrameWindow({ at, ...tools }: StudioTools & { at: number }) {
  const { layout, face, game } = tools.project.frame;
  if (layout === 'fit') return null;
  if (layout === 'fill') return <Window at={at} {...tools} />;
  return (
    <>
      <Area area={game} name="Game" />
      <Area area={face} name="Face" />
    </>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

const Area = ({ area, name }: { area: StudioArea; name: string }) => (
  <span
    className="absolute border-2 border-[#C8F04B] text-white text-xs"
    style={{
      left: percent(area.x),
      top: percent(area.y),
      width: percent(area.width),
      height: percent(area.height),
    }}
  >
    <span className="bg-black/70 px-1.5 py-0.5">{name}</span>
  </span>
);

/** The window over the source, which the clipper moves by pointer or arrow keys. */
function Window({ at, source, project, edit }: StudioTools & { at: number }) {
  const middle = windowAt(project.frame, at);
  const box = covering(
    source,
    { x: 0, y: 0, width: 1, height: 1 },
    { width: CLIP_WIDTH, height: CLIP_HEIGHT },
    middle,
  );
  const move = (x: number) =>
    edit('window', (old) => ({ ...old, frame: moveWindow(old.frame, at, Math.min(1, Math.max(0, x))) }));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const whole = event.currentTarget.parentElement!.getBoundingClientRect();
    move((event.clientX - whole.left) / whole.width);
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP, PageDown: -STEP * 10, PageUp: STEP * 10 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const half = box.width / source.width / 2;
    move(Math.min(1 - half, Math.max(half, middle)) + by);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Window across the picture"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(middle * 100)}
      aria-valuetext={`middle at ${Math.round(middle * 100)}% of the width`}
      className={`${edge} inset-y-0 cursor-ew-resize touch-none`}
      style={{ left: percent(box.x / source.width), width: percent(box.width / source.width) }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    >
      <i className={`${grip} -left-1.25`} />
      <i className={`${grip} -right-1.25`} />
      <i className="absolute inset-y-0 right-1/3 left-1/3 border-white/28 border-x" />
      <i className="absolute inset-x-0 top-1/3 bottom-1/3 border-white/28 border-y" />
    </div>
  );
}
