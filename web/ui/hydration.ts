import { useSyncExternalStore } from 'react';

const still = () => () => undefined;

/**
 * Whether scripts run: false while a page is pre-rendered and taken over, true right after. What the document can't know
 * beforehand, such as the address' query or what this browser remembers, is shown only then.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    still,
    () => true,
    () => false,
  );
