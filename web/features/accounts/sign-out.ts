import { accountRoutes } from '#contract/accounts/accounts.ts';
import { call } from '#web/api/client.ts';
import { paths } from '#web/routes/paths.ts';

/** Ends all of the person's sessions. The full page load removes their data from the browser's memory. */
export async function signOut(): Promise<void> {
  try {
    await call(accountRoutes.signOut, {});
  } catch {
    // Specified: errors while signing out are ignored.
  }
  // A browser without storage has nothing to remove.
  await import('./leave-browser.ts').then((left) => left.leaveBrowser()).catch(() => undefined);
  window.location.assign(paths.home());
}
