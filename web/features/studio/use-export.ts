import { useEffect, useRef, useState } from 'react';
import { type FinishedExport, type RunningExport, startExport } from './export-clip.ts';
import type { ExportOrder } from './export-order.ts';

export type ExportMode = ExportOrder['mode'];

export interface StudioExport {
  isRunning: boolean;
  /** 0 to 1. */
  share: number;
  mode: ExportMode;
  done: FinishedExport | null;
  /** Its file as an address of this page; null until there is one. */
  href: string | null;
  error: string | null;
  start(mode: ExportMode): void;
  cancel(): void;
}

type Order = Pick<ExportOrder, 'origin' | 'project' | 'texts'>;
const idle = { isRunning: false, share: 0, done: null, href: null, error: null };

/** One export at a time, of the project as it is when it starts. */
export function useExport(order: Order): StudioExport {
  const [state, setState] = useState<Omit<StudioExport, 'start' | 'cancel' | 'mode'>>(idle);
  const [mode, setMode] = useState<ExportMode>('edited');
  const running = useRef<RunningExport | null>(null);
  const href = useRef<string | null>(null);
  const forget = () => {
    if (href.current) URL.revokeObjectURL(href.current);
    href.current = null;
  };
  useEffect(
    () => () => {
      running.current?.cancel();
      if (href.current) URL.revokeObjectURL(href.current);
    },
    [],
  );
  const start = async (wanted: ExportMode) => {
    if (running.current) return;
    forget();
    setMode(wanted);
    setState({ ...idle, isRunning: true });
    running.current = startExport({ ...order, mode: wanted }, (share) =>
      setState((old) => ({ ...old, share })),
    );
    try {
      const done = await running.current.result;
      if (done) href.current = URL.createObjectURL(done.file);
      setState({ ...idle, done, href: href.current });
    } catch (error) {
      setState({ ...idle, error: error instanceof Error ? error.message : String(error) });
    } finally {
      running.current = null;
    }
  };
  return { ...state, mode, start: (wanted) => void start(wanted), cancel: () => running.current?.cancel() };
}
