import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';

/** Whether a questioned payment keeps the host from spending; false while unknown, because the server checks it too. */
export const useFrozenBalance = (): boolean => useRead(routes.depositRails, {}).data?.frozen ?? false;
