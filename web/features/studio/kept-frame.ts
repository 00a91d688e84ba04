import { emptyProject, type StudioFrame, studioFrame } from '#contract/media/studio.ts';

const keyOf = (host: string) => `studio.frame.${host}`;

/**
 * The frame last used for this host, because the face has the same place in all their streams. Keys belong to
 * one video, so they are not kept.
 */
export function keptFrame(host: string): StudioFrame {
  try {
    const stored = studioFrame.safeParse(JSON.parse(localStorage.getItem(keyOf(host)) ?? 'null'));
    if (stored.success) return { ...stored.data, keys: [] };
  } catch {
    // Storage can be switched off or contain something else.
  }
  return emptyProject.frame;
}

export function keepFrame(host: string, frame: StudioFrame): void {
  try {
    localStorage.setItem(keyOf(host), JSON.stringify({ ...frame, keys: [] }));
  } catch {
    // Storage is full or switched off: the frame then lasts until the page is left.
  }
}
