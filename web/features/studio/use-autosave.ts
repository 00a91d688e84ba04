import { useEffect, useRef, useState } from 'react';
import { type StudioProject, studioRoutes } from '#contract/studio.ts';
import { asApiError, call } from '#web/api/client.ts';

/** Edits that follow each other at once are saved together. */
const PAUSE_MS = 1_500;

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'saving' }
  /** Tried again with the next change, or by hand. */
  | { kind: 'failed'; message: string }
  /** Another tab saved meanwhile; nothing is saved until the person chooses. */
  | { kind: 'changed' };

/** Saves the project after each change, under the version that it was made from. */
export function useAutosave(listingId: string, project: StudioProject, firstVersion: number) {
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const version = useRef(firstVersion);
  const saved = useRef(project);
  const running = useRef(false);
  const latest = useRef(project);
  latest.current = project;

  const [save] = useState(() => async () => {
    if (running.current) return;
    running.current = true;
    setState({ kind: 'saving' });
    try {
      // What was changed during a save is saved after it.
      while (saved.current !== latest.current) {
        const now = latest.current;
        const body = { version: version.current, project: now };
        const reply = await call(studioRoutes.saveStudioProject, { params: { id: listingId }, body });
        version.current = reply.version;
        saved.current = now;
      }
      setState({ kind: 'saved' });
    } catch (failure) {
      const error = asApiError(failure);
      if (error.code === 'studio_project_changed') setState({ kind: 'changed' });
      else setState({ kind: 'failed', message: error.message });
    } finally {
      running.current = false;
    }
  });

  const isBlocked = state.kind === 'changed';
  useEffect(() => {
    if (project === saved.current || isBlocked) return;
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [project, isBlocked, save]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (saved.current === latest.current) return;
      void save();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [save]);

  return {
    state,
    retry: () => void save(),
    loadTheirs() {
      saved.current = latest.current;
      location.reload();
    },
    /** Writes over what the other tab saved. */
    async keepMine() {
      const other = await call(studioRoutes.showStudioProject, { params: { id: listingId } });
      version.current = other.version;
      await save();
    },
  };
}
