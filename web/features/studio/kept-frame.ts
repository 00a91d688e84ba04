import { emptyProject, type StudioFrame, studioFrame } from '#contract/studio.ts';

const keyOf = (host: string) => `studio.frame.${host}`;

/** The frame last used for this host: where the face is stays the same from stream to stream. Keys belong to one video. */
export function keptFrame(host: string): StudioFrame {
  try {
    const stored = studioFrame.safeParse(JSON.parse(localStorage.getItem(keyOf(host)) ?? 'null'));
    if (stored.success) return { ...stored.data, keys: [] };
  } catch {
    // Storage can be switched off or hold something else.
  }
  return emptyProject.frame;
}

export function keepFrame(host: string, frame: StudioFrame): void {
  try {
    localStorage.setItem(keyOf(host), JSON.stringify({ ...frame, keys: [] }));
  } catch {
    // Full or switched off: the frame then lasts as long as the page.
  }
}
