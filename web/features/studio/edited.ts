import type { StudioProject } from '#contract/studio.ts';
import { change, type History } from './history.ts';
import { limitPassed } from './limits.ts';

export interface Edited {
  history: History<StudioProject>;
  /** Why the latest edit was not made; null when it was. */
  refused: string | null;
}

/** Takes an edit as a step, unless it changes nothing or passes what a project can hold. */
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

/** A split outside of every cut, or a window that stands at the edge already, is no step. */
const isSame = (one: StudioProject, other: StudioProject): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
