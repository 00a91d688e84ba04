import { endPush } from '#web/api/browser-push.ts';
import { clipFolder, removeStudioClips } from '#web/nouns/studio-clip.ts';

/** Drafts and exported clips belong to the person, not to the tab, and pushes to whoever is signed in. */
export async function leaveBrowser(): Promise<void> {
  sessionStorage.clear();
  const removed = clipFolder().then((folder) => removeStudioClips(folder, null));
  await Promise.allSettled([removed, endPush()]);
}
