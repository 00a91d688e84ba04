import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';

/**
 * Whether a disputed payment prevents the host from spending. False while loading, because the server also
 * checks this.
 */
export const useFrozenBalance = (): boolean => useRead(routes.depositRails, {}).data?.frozen ?? false;
