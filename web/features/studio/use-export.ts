import { useEffect, useRef, useState } from 'react';
import type { StudioProject } from '#contract/studio.ts';
import { type FinishedExport, type RunningExport, startExport } from './export-clip.ts';
import type { ExportOrder } from './export-order.ts';
import type { OpenedSource } from './open-source.ts';
import type { Player } from './player.ts';

export type ExportMode = ExportOrder['mode'];

/** An exported clip. */
export interface MadeClip {
  /** The project as it was when the export began. */
  project: StudioProject;
  mode: ExportMode;
  /** Address of the studio's page, which the clipper can also open on a phone. */
  madeAt: string;
  /** Object URL of the clip's file. */
  href: string;
  sizeBytes: number;
  hasSound: boolean;
}

export interface StudioExport {
  isRunning: boolean;
  /** Progress of the export, 0 to 1. */
  share: number;
  mode: ExportMode;
  made: MadeClip | null;
  error: string | null;
  start(mode: ExportMode): void;
  cancel(): void;
  /**
   * Call this when the person has downloaded the clip or taken it to a submission. Leaving the page then no
   * longer asks.
   */
  taken(): void;
}

interface Order extends Pick<ExportOrder, 'project' | 'texts'> {
  source: Pick<OpenedSource, 'origin' | 'held'>;
  player: Pick<Player, 'settled'> | null;
}
type State = Pick<StudioExport, 'isRunning' | 'share' | 'mode' | 'made' | 'error'>;
const idle: State = { isRunning: false, share: 0, mode: 'edited', made: null, error: null };

/**
 * Exports the current project. Only one export runs at a time. If leaving the page would lose a clip, the
 * person is asked first.
 */
export function useExport(whose: { clipperId: string; listingId: string }, order: Order): StudioExport {
  const [state, setState] = useState(idle);
  const [isTaken, setTaken] = useState(true);
  const running = useRef<RunningExport | null>(null);
  const finished = useRef<{ clip: FinishedExport; href: string } | null>(null);
  const [forget] = useState(() => () => {
    if (finished.current) URL.revokeObjectURL(finished.current.href);
    finished.current?.clip.release();
    finished.current = null;
  });
  useEffect(
    () => () => {
      running.current?.cancel();
      forget();
    },
    [forget],
  );
  const isAtRisk = state.isRunning || !isTaken;
  useEffect(() => {
    if (!isAtRisk) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isAtRisk]);

  const start = async (mode: ExportMode) => {
    if (running.current) return;
    const { project } = order;
    setState((old) => ({ ...old, isRunning: true, share: 0, mode, error: null }));
    try {
      const { texts, source, player } = order;
      const { origin } = source;
      const held = async () => {
        // The export waits until the player has read its current picture, so that these blocks are not
        // fetched twice.
        await player?.settled();
        return await source.held();
      };
      running.current = startExport(whose, { origin, held, project, texts, mode }, (share) =>
        setState((old) => ({ ...old, share })),
      );
      const clip = await running.current.result;
      if (!clip) return setState((old) => ({ ...old, isRunning: false }));
      forget();
      const { sizeBytes, hasSound } = clip;
      const href = URL.createObjectURL(clip.file);
      finished.current = { clip, href };
      setTaken(false);
      setState({ ...idle, mode, made: { project, mode, madeAt: location.href, href, sizeBytes, hasSound } });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setState((old) => ({ ...old, isRunning: false, error: message }));
    } finally {
      running.current = null;
    }
  };
  return {
    ...state,
    start: (mode) => void start(mode),
    cancel: () => running.current?.cancel(),
    taken: () => setTaken(true),
  };
}
