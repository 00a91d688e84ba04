import { useSyncExternalStore } from 'react';

const still = () => () => undefined;

/**
 * Whether scripts run: false while a page is pre-rendered and hydrated, true right after. Content that the
 * pre-rendered document can't know, such as the query string or stored data, is shown only when true.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    still,
    () => true,
    () => false,
  );
