import type { StudioProject } from '#contract/studio.ts';
import { change, type History } from './history.ts';
import { limitPassed } from './limits.ts';

export interface Edited {
  history: History<StudioProject>;
  /** Why the latest edit was refused; null if it was made. */
  refused: string | null;
}

/** Adds an edit to the history, unless it changes nothing or exceeds the limits of a project. */
export function edited(
  { history }: Edited,
  next: (project: StudioProject) => StudioProject,
  step: { name: string; at: number },
): Edited {
  const project = next(history.now);
  if (isSame(project, history.now)) return { history, refused: null };
  const refused = limitPassed(project);
  return { history: refused ? history : change(history, project, step.name, step.at), refused };
}

/**
 * Whether an edit changed nothing. Examples are a split outside of all cuts, and a move of a window that is
 * already at the edge.
 */
const isSame = (one: StudioProject, other: StudioProject): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
