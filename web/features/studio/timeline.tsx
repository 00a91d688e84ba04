import { ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { fileSize } from '#web/ui/texts/file-facts.ts';
import { CutList } from './cut-list.tsx';
import { clipLength } from './cuts.ts';
import {
  CaptionLane,
  CutLane,
  KeyLane,
  PinLane,
  Ruler,
  SoundLane,
  type Stretch,
  TakenLane,
  TileLane,
} from './lanes.tsx';
import type { Player } from './player.ts';
import type { Peaks } from './silence.ts';
import { timecode } from './timecode.ts';
import type { StudioTools } from './tools.ts';

interface Props extends StudioTools {
  at: number;
  peaks: Peaks;
}

const CLOSEST_SECONDS = 4;

/** Returns the part of the source to show, with `at` in the middle if possible. */
function stretchAround(at: number, span: number, duration: number): Stretch {
  const from = Math.min(Math.max(0, at - span / 2), Math.max(0, duration - span));
  return { from, span };
}

/** Shows the source in lanes, with the cuts, the captions and the playhead. */
export function Timeline({ at, peaks, ...tools }: Props) {
  const { source, project, player, selected, taken } = tools;
  const { storyboard, pins } = tools.listing.source;
  const { duration, fps } = source;
  const [span, setSpan] = useState(duration);
  // The view moves by whole pages rather than with each frame, so that the lanes don't move under a pointer.
  const [anchor, setAnchor] = useState(0);
  const view = stretchAround(anchor, span, duration);
  if (at < view.from || at > view.from + view.span) setAnchor(at + span * 0.4);
  const zoom = (factor: number) => {
    setSpan(Math.min(duration, Math.max(Math.min(CLOSEST_SECONDS, duration), span * factor)));
    setAnchor(at);
  };
  const cut = project.cuts[selected];
  const facts = [
    ['In', cut ? timecode(cut.start, fps) : '–'],
    ['Out', cut ? timecode(cut.end, fps) : '–'],
    ['Length', timecode(clipLength(project.cuts), fps)],
  ];
  return (
    <section
      aria-label="Timeline"
      className="min-w-0 border-well-line border-t md:col-span-full md:row-start-2 bg-well pb-3.5 text-well-ink dark:bg-[#0b0b0d]"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-well-line border-b px-4 py-2 text-sm text-well-muted max-md:gap-x-2 max-md:px-3 max-md:text-xs">
        {facts.map(([name, value]) => (
          <span key={name}>
            {name} <b className="mono font-semibold text-well-ink">{value}</b>
          </span>
        ))}
        <span className="ml-auto" data-fetched={source.fetchedBytes()}>
          Read <b className="font-semibold text-well-ink">{fileSize(source.fetchedBytes())}</b> of{' '}
          {fileSize(source.sizeBytes)}
        </span>
        <span className="flex">
          <Button variant="quiet" size="sm" square aria-label="Zoom out" onClick={() => zoom(2)}>
            <ZoomOut aria-hidden />
          </Button>
          <Button variant="quiet" size="sm" square aria-label="Zoom in" onClick={() => zoom(0.5)}>
            <ZoomIn aria-hidden />
          </Button>
        </span>
      </div>
      <CutList {...tools} at={at} />
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] max-md:grid-cols-[3.75rem_minmax(0,1fr)]">
        <LaneNames
          hasTiles={storyboard !== null}
          isTaken={taken.length > 0}
          hasPins={pins.length > 0}
          hasSound={peaks.size > 0}
          hasKeys={project.frame.keys.length > 1}
        />
        <Scrubber at={at} view={view} duration={duration} fps={fps} player={player}>
          <Ruler view={view} />
          {storyboard ? <TileLane view={view} storyboard={storyboard} duration={duration} /> : null}
          {taken.length > 0 ? <TakenLane view={view} taken={taken} /> : null}
          {pins.length > 0 ? <PinLane view={view} pins={pins} /> : null}
          <CutLane view={view} cuts={project.cuts} selected={selected} />
          {peaks.size > 0 ? <SoundLane view={view} peaks={peaks} /> : null}
          <CaptionLane view={view} cues={project.captions.cues} at={at} />
          {project.frame.keys.length > 1 ? <KeyLane view={view} keys={project.frame.keys} /> : null}
        </Scrubber>
      </div>
    </section>
  );
}

function LaneNames({
  hasTiles,
  isTaken,
  hasPins,
  hasSound,
  hasKeys,
}: {
  hasTiles: boolean;
  isTaken: boolean;
  hasPins: boolean;
  hasSound: boolean;
  hasKeys: boolean;
}) {
  const rows = [
    ['', 'h-7'],
    ...(hasTiles ? [['Source', 'h-15']] : []),
    ...(isTaken ? [['Taken', 'h-8']] : []),
    ...(hasPins ? [['Pins', 'h-8']] : []),
    ['Cuts', 'h-11'],
    ...(hasSound ? [['Sound', 'h-15.5']] : []),
    ['Captions', 'h-9'],
    ...(hasKeys ? [['Crop', 'h-6']] : []),
  ];
  return (
    <div aria-hidden="true" className="text-well-muted text-xs">
      {rows.map(([name, height]) => (
        <div
          key={name}
          className={`flex items-center border-well-line border-b pl-4 max-md:pl-2.5 ${height}`}
        >
          {name}
        </div>
      ))}
    </div>
  );
}

/** Returns the second of the pressed pin. */
function pinnedSecond(pressed: Element): number | undefined {
  const second = pressed.closest<HTMLElement>('[data-second]')?.dataset.second;
  return second === undefined ? undefined : Number(second);
}

/**
 * Moves the playhead by pointer or keys. An arrow moves it by a frame, with Shift by a second, and a Page key
 * by ten seconds.
 */
function Scrubber({
  at,
  view,
  duration,
  fps,
  player,
  children,
}: {
  at: number;
  view: Stretch;
  duration: number;
  fps: number;
  player: Player | null;
  children: ReactNode;
}) {
  const seek = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointermove' && !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const pinned = event.type === 'pointerdown' ? pinnedSecond(event.target as Element) : undefined;
    if (pinned !== undefined) return player?.seek(pinned);
    const { left, width } = event.currentTarget.getBoundingClientRect();
    player?.seek(view.from + ((event.clientX - left) / width) * view.span);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 1 : 1 / fps;
    // The player's time may be ahead of the picture on screen, which is drawn later.
    const now = player?.time() ?? 0;
    const to = {
      ArrowLeft: now - step,
      ArrowRight: now + step,
      PageUp: now + 10,
      PageDown: now - 10,
      Home: 0,
      End: duration,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    player?.seek(to);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Playhead"
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={timecode(at, fps)}
      className="relative cursor-pointer touch-none overflow-hidden border-well-line border-l focus-visible:-outline-offset-2"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={seek}
      onKeyDown={press}
    >
      {children}
      <i
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 w-px bg-white"
        style={{ left: `${((at - view.from) / view.span) * 100}%` }}
      />
    </div>
  );
}
