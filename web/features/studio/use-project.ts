import { useCallback, useState } from 'react';
import type { StudioProject } from '#contract/studio.ts';
import { begin, change, redo, undo } from './history.ts';

/** Changes the project; steps of one name that follow each other at once are undone together. */
export type Edit = (name: string, next: (project: StudioProject) => StudioProject) => void;

/** The project with its steps, which can be undone and done again. */
export function useProject(first: StudioProject) {
  const [history, setHistory] = useState(() => begin(first));
  const edit = useCallback<Edit>((name, next) => {
    setHistory((steps) => change(steps, next(steps.now), name, Date.now()));
  }, []);
  return {
    project: history.now,
    edit,
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
