import { z } from 'zod';

/** The id of a person, who signs in and acts. Sessions, second factors, notifications and audit rows have one. */
export const userIdSchema = z.uuid().brand<'UserId'>();
export type UserId = z.output<typeof userIdSchema>;

/**
 * The id of an account, for which people act. Listings, clips, money, connections and keys belong to one. A personal
 * account has the same id as its person; the types differ so that code names the one it means.
 */
export const accountIdSchema = z.uuid().brand<'AccountId'>();
export type AccountId = z.output<typeof accountIdSchema>;

/** The account that a person has from the first moment. */
export const personalAccount = (userId: UserId): AccountId => userId as string as AccountId;
