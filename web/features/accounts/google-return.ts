import { ownPath } from '#contract/wire/own-path.ts';

const KEY = 'after-sign-in';

/**
 * Remembers which page to open after signing in with Google. The server always returns to /dashboard, so the
 * page is kept in the tab's session storage. Without that storage the person stays on the dashboard.
 */
export const googleReturn = {
  keep(next: string | null): void {
    try {
      if (next) sessionStorage.setItem(KEY, next);
      else sessionStorage.removeItem(KEY);
    } catch {}
  },
  read(): string | null {
    try {
      return ownPath(sessionStorage.getItem(KEY));
    } catch {
      return null;
    }
  },
};
