import { accountRoutes } from '#contract/accounts.ts';
import { call } from '#web/api/client.ts';
import { paths } from '#web/routes/paths.ts';

/** Ends all of the person's sessions. The full page load drops everything the browser still holds of them. */
export async function signOut(): Promise<void> {
  try {
    await call(accountRoutes.signOut, {});
  } catch {
    // Specified: errors of signing out are ignored.
  }
  try {
    // Drafts and exported clips belong to the person, not to the tab.
    sessionStorage.clear();
    const { clipFolder, removeStudioClips } = await import('#web/nouns/studio-clip.ts');
    await removeStudioClips(await clipFolder(), null);
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
  window.location.assign(paths.home());
}
