import type { MemberRole } from '#contract/accounts/accounts.ts';
import { type AccountId, personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { createAuth, UNUSED_SECRETS } from './auth.ts';
import { createIdentity } from './create-identity.ts';
import { scryptPasswords } from './passwords.ts';

export const demoEmails: Record<MemberRole, string> = {
  host: 'demo-host@permille.example',
  clipper: 'demo-clipper@permille.example',
};
/**
 * Whether an address belongs to a person created by a demo. The address has no mailbox, because the top-level
 * domain "example" is reserved (RFC 2606).
 */
export const isDemoAddress = (address: string): boolean => /[@.]permille\.example$/i.test(address);

/**
 * The password of all demo accounts, known to everybody. A demo account holds no real money and is reset
 * every night.
 */
export const DEMO_PASSWORD = 'permille-demo';

/** Creates the demo accounts that are missing and returns the ids of both. Safe to call at every start. */
export async function ensureDemoAccounts(tx: Tx, now: Date): Promise<Record<MemberRole, AccountId>> {
  return {
    host: personalAccount(await ensureDemoAccount(tx, 'host', now)),
    clipper: personalAccount(await ensureDemoAccount(tx, 'clipper', now)),
  };
}

async function ensureDemoAccount(tx: Tx, role: MemberRole, now: Date): Promise<UserId> {
  const email = demoEmails[role];
  const known = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (known) return known.id;
  const auth = createAuth({ db: tx, secrets: UNUSED_SECRETS, appUrl: 'http://localhost' });
  return await createIdentity(
    auth,
    tx,
    {
      email,
      name: `Demo ${role}`,
      role,
      isDemo: true,
      passwordHash: await hashOfDemoPassword(),
      termsAcceptedAt: now,
      ageConfirmedAt: now,
    },
    now,
  );
}

/**
 * A change is noted at most once in this time. That is exact enough, because a demo is reset after fifteen
 * quiet minutes.
 */
const NOTED_EVERY = MINUTE;

/** Records that somebody changed something through a demo account. */
export async function noteDemoChange(db: Database, accountId: AccountId, now: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ demo_changed_at: now })
    .where('id', '=', accountId)
    .where('is_demo', '=', true)
    .where((eb) =>
      eb.or([eb('demo_changed_at', 'is', null), eb('demo_changed_at', '<', after(now, -NOTED_EVERY))]),
    )
    .execute();
}

/**
 * Returns the time of the last change through any demo account; null when nothing changed since the accounts
 * were seeded.
 */
export async function lastDemoChange(db: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('accounts')
    .select((eb) => eb.fn.max('demo_changed_at').as('at'))
    .where('is_demo', '=', true)
    .executeTakeFirst();
  return row?.at ?? null;
}

let demoHash: Promise<string> | undefined;

/**
 * Returns the hash of the demo password. It is computed once, because hashing is slow on purpose. The
 * accounts can share a salt, because the password is public.
 */
function hashOfDemoPassword(): Promise<string> {
  demoHash ??= scryptPasswords.hash(DEMO_PASSWORD);
  return demoHash;
}
