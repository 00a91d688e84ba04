import type { Location } from 'react-router';
import { ownPath } from '#contract/wire/own-path.ts';

/** State that the guard stores in the history entry when it sends a visitor to /auth. */
export interface AuthState {
  next?: string;
}

/**
 * Returns the page that a visitor wanted to open, from the guard or from a link's `next`. It is a path of
 * this site, or null.
 */
export function readNext({ state, search }: Pick<Location, 'state' | 'search'>): string | null {
  const next: unknown = (state as AuthState | null)?.next;
  return typeof next === 'string' ? ownPath(next) : linkedNext({ search });
}

/**
 * Returns the page in a link's `next`. The guard's page is ignored, because it may belong to demo accounts
 * that a reset has archived.
 */
export function linkedNext({ search }: Pick<Location, 'search'>): string | null {
  const next = new URLSearchParams(search).get('next');
  return next === null ? null : ownPath(next);
}
