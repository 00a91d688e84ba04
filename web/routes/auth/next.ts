import type { Location } from 'react-router';

/** What the guard leaves in the history entry when it sends a visitor to /auth. */
export interface AuthState {
  next?: string;
}

/** Where a visitor wanted to go: a path of this site, from the guard or from a link's `next`; null when none. */
export function readNext({ state, search }: Pick<Location, 'state' | 'search'>): string | null {
  const next: unknown = (state as AuthState | null)?.next ?? new URLSearchParams(search).get('next');
  if (typeof next !== 'string') return null;
  const address = URL.canParse(next, 'https://own.invalid') ? new URL(next, 'https://own.invalid') : null;
  if (address?.host !== 'own.invalid' || !next.startsWith('/')) return null;
  return address.pathname + address.search;
}
