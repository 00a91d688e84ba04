import { useCallback, useState } from 'react';
import type { StudioProject } from '#contract/studio.ts';
import { type Edited, edited } from './edited.ts';
import { begin, redo, undo } from './history.ts';

/** Changes the project. Consecutive changes with the same name are undone together. */
export type Edit = (name: string, next: (project: StudioProject) => StudioProject) => void;

/** Returns the project, and functions that undo and redo changes. */
export function useProject(first: StudioProject) {
  const [{ history, refused }, set] = useState<Edited>(() => ({ history: begin(first), refused: null }));
  const edit = useCallback<Edit>((name, next) => {
    const at = Date.now();
    set((old) => edited(old, next, { name, at }));
  }, []);
  const step = useCallback(
    (by: typeof undo<StudioProject>) => set((old) => ({ history: by(old.history), refused: null })),
    [],
  );
  return {
    project: history.now,
    edit,
    /** Why the latest edit was refused; null if it was made. */
    refused,
    undo: () => step(undo),
    redo: () => step(redo),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
