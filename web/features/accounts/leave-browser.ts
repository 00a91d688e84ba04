import { endPush } from '#web/api/browser-push.ts';
import { clipFolder, removeStudioClips } from '#web/nouns/studio-clip.ts';

/**
 * Removes drafts, exported clips and push subscriptions from this browser, because they belong to the person
 * who signs out.
 */
export async function leaveBrowser(): Promise<void> {
  sessionStorage.clear();
  const removed = clipFolder().then((folder) => removeStudioClips(folder, null));
  await Promise.allSettled([removed, endPush()]);
}
