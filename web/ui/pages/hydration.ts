import { useSyncExternalStore } from 'react';

const still = () => () => undefined;

/**
 * Whether the page is hydrated: false while it is pre-rendered and hydrated, true right after. Content that
 * the pre-rendered document can't know, such as the query string or stored data, must only be shown if this
 * is true.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    still,
    () => true,
    () => false,
  );
