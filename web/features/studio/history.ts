/** Undo history: the past states, the current state, and the undone states. */
export interface History<State> {
  past: readonly State[];
  now: State;
  future: readonly State[];
  /** The latest step. The next change is merged into it if it has the same name and follows soon. */
  step: { name: string; at: number } | null;
}

const MOST_STEPS = 200;
/**
 * Milliseconds within which changes with the same name are merged, such as letters of a word or moves of a
 * drag.
 */
const TOGETHER_MS = 1_000;

export const begin = <State>(now: State): History<State> => ({ past: [], now, future: [], step: null });

/** Adds a state to the history, as a step that can be undone. */
export function change<State>(history: History<State>, now: State, name: string, at: number): History<State> {
  if (now === history.now) return history;
  const { step } = history;
  const joins = step?.name === name && at - step.at < TOGETHER_MS;
  const past = joins ? history.past : [...history.past, history.now].slice(-MOST_STEPS);
  return { past, now, future: [], step: { name, at } };
}

export function undo<State>({ past, now, future, step }: History<State>): History<State> {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future, step };
  return { past: past.slice(0, -1), now: before, future: [now, ...future], step: null };
}

export function redo<State>({ past, now, future, step }: History<State>): History<State> {
  const [after, ...rest] = future;
  if (after === undefined) return { past, now, future, step };
  return { past: [...past, now], now: after, future: rest, step: null };
}
