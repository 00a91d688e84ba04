import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { TWO_ADMINS_HOURS, TWO_ADMINS_MIN } from '#contract/limits.ts';
import { formatUsd, type Micros, micros } from '#contract/money.ts';
import { after, HOUR } from './clock.ts';
import { newId } from './id.ts';
import { type Refusal, refuse } from './outcome.ts';
import { type Agreement, carryOutAgreement, endAgreements, SecondAdminNeeded } from './second-admin.ts';
import type { Tx } from './transaction.ts';

/**
 * An account that benefits from a money act, and its sum; the account is null when nobody on this platform
 * benefits.
 */
export interface Share<Account extends AccountId | null = AccountId | null> {
  accountId: Account;
  amountMicros: Micros;
}

export interface MoneyAct<Account extends AccountId | null = AccountId | null>
  extends Omit<Agreement, 'amountMicros'> {
  shares: readonly Share<Account>[];
  /**
   * A sum computed by the caller, such as everything that a clipper requested within a day. It replaces the
   * sum computed here if it is greater.
   */
  requestedMicros?: Micros;
  /**
   * Whether the act is one of two steps by which one sum leaves, such as picking a payout up and marking it
   * paid. The sum then counts once.
   */
  once?: boolean;
  /**
   * Whether the act decides only part of its subject, such as a range of views. Agreements on other parts
   * then remain open.
   */
  partly?: boolean;
}

/** An act that benefits nobody on this platform is never refused as the admin's own money. */
export type MoneyRefusal<Account extends AccountId | null = AccountId | null> = Refusal<
  'second_admin_needed' | (Account extends string ? 'own_money' : never)
>;

/**
 * Decides whether an admin may perform a money act alone, and records it. Two admins are needed when either
 * sum of the last `TWO_ADMINS_HOURS` reaches `TWO_ADMINS_MIN`: what this admin did alone, or what an account
 * received by any admin. Both sums include this act and all kinds of acts. Call it last in the act's own
 * transaction: a refusal rolls the act back, and its locks are held until the commit, so that concurrent acts
 * can't both stay under the limit.
 */
export async function decideMoneyAct<Account extends AccountId | null>(
  tx: Tx,
  act: MoneyAct<Account>,
): Promise<MoneyRefusal<Account> | null>;
export async function decideMoneyAct(tx: Tx, act: MoneyAct): Promise<MoneyRefusal | null> {
  const shares = perAccount(act.shares);
  const accountIds = [...new Set(shares.flatMap(({ accountId }) => accountId ?? []))].sort();
  await lockSums(tx, act.adminId, accountIds);
  if (await isOwn(tx, act.adminId, accountIds)) return refuse('own_money');
  if (shares.length === 0 || (act.once && (await isCounted(tx, act)))) return null;
  const amountMicros = micros(shares.reduce((sum, share) => sum + share.amountMicros, 0n));
  const agreement = { ...act, amountMicros };
  const secondId = await carryOutAgreement(tx, agreement, accountIds);
  const why = secondId === null ? await reached(tx, act, shares, amountMicros) : null;
  if (why) return new SecondAdminNeeded(agreement, why);
  await record(tx, act, shares, secondId);
  if (!act.partly) await endAgreements(tx, act);
  return null;
}

/** The sum of the shares of each account. */
function perAccount(shares: readonly Share[]): Share[] {
  const sums = new Map<AccountId | null, bigint>();
  for (const { accountId, amountMicros } of shares)
    sums.set(accountId, (sums.get(accountId) ?? 0n) + amountMicros);
  return [...sums].flatMap(([accountId, sum]) => (sum > 0n ? { accountId, amountMicros: micros(sum) } : []));
}

/** Admins and accounts are locked in one order, so that acts with several in common can't deadlock. */
async function lockSums(tx: Tx, adminId: UserId, accountIds: readonly AccountId[]): Promise<void> {
  for (const id of [...accountIds, adminId].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended('money_act ' || ${id}, 0))`.execute(tx);
}

/** Whether the admin, or somebody with the admin's mailbox, is a member of one of the accounts. */
async function isOwn(tx: Tx, adminId: UserId, accountIds: readonly AccountId[]): Promise<boolean> {
  const { rows } = await sql`
    select from users a join members m on m.account_id = any(${accountIds}::uuid[])
      join users o on o.id = m.user_id and (o.id = a.id or email_mark(o.email) = email_mark(a.email))
    where a.id = ${adminId} limit 1`.execute(tx);
  return rows.length > 0;
}

async function isCounted(tx: Tx, { kind, subjectId }: MoneyAct): Promise<boolean> {
  const row = await tx
    .selectFrom('admin_money_acts')
    .select('id')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a sentence that names the sum that reaches the limit; null when neither sum does. */
async function reached(
  tx: Tx,
  { adminId, requestedMicros, now }: MoneyAct,
  shares: readonly Share[],
  amountMicros: Micros,
): Promise<string | null> {
  const limit = `two admins decide from ${formatUsd(TWO_ADMINS_MIN)} on.`;
  if (amountMicros >= TWO_ADMINS_MIN) return `It is ${formatUsd(amountMicros)}, and ${limit}`;
  if (requestedMicros !== undefined && requestedMicros >= TWO_ADMINS_MIN)
    return `All that was asked for within ${TWO_ADMINS_HOURS} hours is ${formatUsd(requestedMicros)}, and ${limit}`;
  const since = after(now, -TWO_ADMINS_HOURS * HOUR);
  const alone = await sumOf(
    tx,
    sql`admin_id = ${adminId} and second_admin_id is null and acted_at > ${since}`,
  );
  const own = micros(alone + amountMicros);
  if (own >= TWO_ADMINS_MIN)
    return `With it, what you alone moved within ${TWO_ADMINS_HOURS} hours is ${formatUsd(own)}, and ${limit}`;
  for (const share of shares) {
    if (share.accountId === null) continue;
    const before = await sumOf(tx, sql`account_id = ${share.accountId} and acted_at > ${since}`);
    const all = micros(before + share.amountMicros);
    if (all >= TWO_ADMINS_MIN)
      return `With it, what admins moved for one account within ${TWO_ADMINS_HOURS} hours is ${formatUsd(all)}, and ${limit}`;
  }
  return null;
}

async function sumOf(tx: Tx, where: ReturnType<typeof sql>): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount_micros), 0)::bigint as sum from admin_money_acts where ${where}`.execute(tx);
  return rows[0]!.sum;
}

async function record(
  tx: Tx,
  { kind, subjectId, adminId, now }: MoneyAct,
  shares: readonly Share[],
  secondId: UserId | null,
): Promise<void> {
  const actId = newId();
  const act = { act_id: actId, kind, subject_id: subjectId, admin_id: adminId, second_admin_id: secondId };
  await tx
    .insertInto('admin_money_acts')
    .values(
      shares.map(({ accountId, amountMicros }) => ({
        id: newId(),
        ...act,
        account_id: accountId,
        amount_micros: amountMicros,
        acted_at: now,
      })),
    )
    .execute();
}
