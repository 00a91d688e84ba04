import type { Location } from 'react-router';
import { ownPath } from '#contract/own-path.ts';

/** What the guard leaves in the history entry when it sends a visitor to /auth. */
export interface AuthState {
  next?: string;
}

/** Where a visitor wanted to go: a path of this site, from the guard or from a link's `next`; null when none. */
export function readNext({ state, search }: Pick<Location, 'state' | 'search'>): string | null {
  const next: unknown = (state as AuthState | null)?.next;
  return typeof next === 'string' ? ownPath(next) : linkedNext({ search });
}

/** The same by a link alone: what the guard noted may be a page of demo accounts that a reset has put aside. */
export function linkedNext({ search }: Pick<Location, 'search'>): string | null {
  const next = new URLSearchParams(search).get('next');
  return next === null ? null : ownPath(next);
}
