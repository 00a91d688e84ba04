import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
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
} from './lanes.tsx';
import type { Player } from './player.ts';
import { playheadTarget, type StudioActs } from './shortcuts.ts';
import type { Peaks } from './silence.ts';
import { TileLane } from './tile-lane.tsx';
import { timecode } from './timecode.ts';
import type { TimelineView } from './timeline-view.ts';
import type { StudioTools } from './tools.ts';

interface Props extends StudioTools {
  at: number;
  peaks: Peaks;
  timeline: TimelineView;
  acts: StudioActs;
}

/** Shows the source in lanes, with the cuts, the captions and the playhead. */
export function Timeline({ at, peaks, timeline, acts, ...tools }: Props) {
  const { source, project, player, selected, taken } = tools;
  const { storyboard, pins } = tools.listing.source;
  const { duration, fps } = source;
  const { view } = timeline;
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
        <span className="ml-auto max-md:hidden" data-fetched={source.fetchedBytes()}>
          Read <b className="font-semibold text-well-ink">{fileSize(source.fetchedBytes())}</b> of{' '}
          {fileSize(source.sizeBytes)}
        </span>
        <ZoomButtons acts={acts} isFit={timeline.isWhole && !cut} toCut={timeline.isWhole} />
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

interface ZoomButtonsProps {
  acts: StudioActs;
  /** True if there is nothing to fit into the view. */
  isFit: boolean;
  /** True if the view is fitted to the chosen cut next, and not to the whole video. */
  toCut: boolean;
}

function ZoomButtons({ acts, isFit, toCut }: ZoomButtonsProps) {
  const fit = toCut && !isFit ? 'Zoom to the cut' : 'Zoom to the whole video';
  return (
    <span className="flex max-md:ml-auto">
      <Button
        variant="quiet"
        size="sm"
        square
        aria-label={fit}
        title={`${fit} (0)`}
        aria-disabled={isFit}
        className={isFit ? 'opacity-40' : ''}
        onClick={acts.zoomToFit}
      >
        <Maximize aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="sm"
        square
        aria-label="Zoom out"
        title="Zoom out (-)"
        onClick={acts.zoomOut}
      >
        <ZoomOut aria-hidden />
      </Button>
      <Button variant="quiet" size="sm" square aria-label="Zoom in" title="Zoom in (+)" onClick={acts.zoomIn}>
        <ZoomIn aria-hidden />
      </Button>
    </span>
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
          className={`flex items-center border-well-line border-b pl-4 max-md:pl-1.5 ${height}`}
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

/** Moves the playhead by pointer or by keys (`playheadKeys`). */
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
    // The player's time may be ahead of the picture on screen, which is drawn later.
    const to = playheadTarget(event, { now: player?.time() ?? 0, frame: 1 / fps, duration });
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
