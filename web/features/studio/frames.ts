import type { StudioArea, StudioFrame } from '#contract/studio.ts';

/** Two keys with less than this many seconds between them count as the same key. */
const SAME_KEY = 0.05;

/**
 * Moves the middle of the window. If the window has several keys, this sets a key at this second; otherwise
 * it applies to the whole clip.
 */
export function moveWindow(frame: StudioFrame, at: number, x: number): StudioFrame {
  if (frame.keys.length < 2) return { ...frame, keys: [{ at: frame.keys[0]?.at ?? 0, x }] };
  return addKey(frame, at, x);
}

/** Adds a key at this second. Between two keys the window moves linearly. */
export function addKey(frame: StudioFrame, at: number, x: number): StudioFrame {
  const others = frame.keys.filter((key) => Math.abs(key.at - at) >= SAME_KEY);
  return { ...frame, keys: [...others, { at, x }].toSorted((a, b) => a.at - b.at) };
}

export const removeKey = (frame: StudioFrame, index: number): StudioFrame => ({
  ...frame,
  keys: frame.keys.filter((_, at) => at !== index),
});

/**
 * Changes one side of an area. The area stays within the picture and at least a twentieth of it wide and
 * high.
 */
export function resized(area: StudioArea, side: keyof StudioArea, share: number): StudioArea {
  const next = { ...area, [side]: Math.min(1, Math.max(0, share)) };
  next.width = Math.min(1, Math.max(0.05, next.width));
  next.height = Math.min(1, Math.max(0.05, next.height));
  next.x = Math.min(next.x, 1 - next.width);
  next.y = Math.min(next.y, 1 - next.height);
  return next;
}
