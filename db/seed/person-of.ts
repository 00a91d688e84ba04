import type { AccountId, UserId } from '#contract/accounts/ids.ts';

/** The person of a personal account. Demo data and tests have only such accounts where they use it. */
export const personOf = (accountId: AccountId): UserId => accountId as string as UserId;
