import { accountRoutes } from '#contract/accounts/accounts.ts';
import { call } from '#web/api/client.ts';
import { paths } from '#web/routes/paths.ts';

/**
 * Ends all sessions of the person, then loads the home page completely, which removes their data from the
 * browser's memory.
 */
export async function signOut(): Promise<void> {
  try {
    await call(accountRoutes.signOut, {});
  } catch {
    // Errors while signing out are ignored, as specified.
  }
  // This fails in a browser without storage, which has nothing to remove.
  await import('./leave-browser.ts').then((left) => left.leaveBrowser()).catch(() => undefined);
  window.location.assign(paths.home());
}
