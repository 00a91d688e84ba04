import { endPush } from '#web/api/browser-push.ts';
import { clipFolder, removeStudioClips } from '#web/nouns/studio-clip.ts';

/**
 * Removes drafts, exported clips and push subscriptions, which belong to the person who signs out and not to
 * the browser.
 */
export async function leaveBrowser(): Promise<void> {
  sessionStorage.clear();
  const removed = clipFolder().then((folder) => removeStudioClips(folder, null));
  await Promise.allSettled([removed, endPush()]);
}
