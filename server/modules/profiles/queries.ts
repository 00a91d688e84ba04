import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { FirstStep } from '#contract/profiles.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Returns whether nobody except `accountId` has the normalized username. */
export async function isFree(db: Database, username: string, accountId: AccountId): Promise<boolean> {
  const other = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('username', '=', username)
    .where('user_id', '<>', accountId)
    .executeTakeFirst();
  return other === undefined;
}

export async function earningsHidden(db: Database, accountId: AccountId): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('earnings_hidden')
    .where('user_id', '=', accountId)
    .executeTakeFirst();
  return row?.earnings_hidden ?? false;
}

/**
 * The steps of each role, each with the condition that the step is done. A step that a later step required
 * remains done if it is undone later: `connect`, for example, once a clip was submitted.
 */
const stepsOf: Record<'host' | 'clipper', (accountId: AccountId) => [FirstStep, RawBuilder<boolean>][]> = {
  clipper: (accountId) => {
    const submitted = sql<boolean>`exists (select from submissions where clipper_id = ${accountId})`;
    return [
      ['connect', sql`(${isConnected(accountId)} or ${submitted})`],
      ['country', sql`exists (select from payout_countries where user_id = ${accountId})`],
      ['payout_address', sql`exists (select from payout_addresses where user_id = ${accountId})`],
      [
        'first_cut',
        sql`(exists (select from studio_projects where clipper_id = ${accountId}) or ${submitted})`,
      ],
      ['first_clip', submitted],
    ];
  },
  host: (accountId) => {
    const posted = sql<boolean>`exists (select from listings where host_id = ${accountId})`;
    return [
      ['connect', sql`(${isConnected(accountId)} or ${posted})`],
      [
        'fund',
        sql`(exists (select from deposits where host_id = ${accountId} and confirmed_at is not null) or ${posted})`,
      ],
      ['post', posted],
      [
        'first_decision',
        sql`exists (select from listings l join submissions s on s.listing_id = l.id
          where l.host_id = ${accountId} and s.decision_by in (select user_id from members where account_id = ${accountId}))`,
      ],
    ];
  },
};

const isConnected = (accountId: AccountId) =>
  sql<boolean>`exists (select from connections where user_id = ${accountId} and state <> 'removed')`;

/**
 * Returns the first steps of a new person and whether each is done. Returns none once all are done, and none
 * for a person who is neither host nor clipper.
 */
export async function firstSteps(
  db: Database,
  { accountId, role }: Pick<Actor, 'accountId' | 'role'>,
): Promise<{ step: FirstStep; done: boolean }[]> {
  if (role !== 'host' && role !== 'clipper') return [];
  const steps = stepsOf[role](accountId);
  const { rows } = await sql<{ done: boolean[] }>`
    select array[${sql.join(steps.map(([, isDone]) => isDone))}] as done`.execute(db);
  const done = rows[0]!.done;
  return done.every(Boolean) ? [] : steps.map(([step], at) => ({ step, done: done[at]! }));
}
