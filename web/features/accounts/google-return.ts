import { ownPath } from '#contract/own-path.ts';

const KEY = 'after-sign-in';

/**
 * Where to go after a visit to Google: the server's own way back is fixed to /dashboard, so the browser's tab keeps the
 * rest. Storage may be switched off; then it is the dashboard.
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
