import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';

/** Whether a disputed payment blocks the host's spending; false while unknown, because the server also checks. */
export const useFrozenBalance = (): boolean => useRead(routes.depositRails, {}).data?.frozen ?? false;
