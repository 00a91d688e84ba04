import { emptyProject, type StudioFrame, studioFrame } from '#contract/studio.ts';

const keyOf = (host: string) => `studio.frame.${host}`;

/**
 * Returns the frame that was last used for this host, because the face is at the same place in all their
 * streams. Its keys are not stored, because they belong to one video.
 */
export function keptFrame(host: string): StudioFrame {
  try {
    const stored = studioFrame.safeParse(JSON.parse(localStorage.getItem(keyOf(host)) ?? 'null'));
    if (stored.success) return { ...stored.data, keys: [] };
  } catch {
    // Storage can be switched off, or contain an invalid value.
  }
  return emptyProject.frame;
}

export function keepFrame(host: string, frame: StudioFrame): void {
  try {
    localStorage.setItem(keyOf(host), JSON.stringify({ ...frame, keys: [] }));
  } catch {
    // Storage is full or switched off, so the frame is only kept until the page is left.
  }
}
