import type { MemberRole } from '#contract/accounts.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { createAuth, UNUSED_SECRETS } from './auth.ts';
import { createIdentity } from './create-identity.ts';
import { scryptPasswords } from './passwords.ts';

export const demoEmails: Record<MemberRole, string> = {
  host: 'demo-host@permille.example',
  clipper: 'demo-clipper@permille.example',
};
/** Fixed and public: a demo account holds no real money and is reset every night. */
export const DEMO_PASSWORD = 'permille-demo';

/** Makes the two demo accounts where they are missing; returns their ids. Safe to call at every start. */
export async function ensureDemoAccounts(tx: Tx, now: Date): Promise<Record<MemberRole, string>> {
  return {
    host: await ensureDemoAccount(tx, 'host', now),
    clipper: await ensureDemoAccount(tx, 'clipper', now),
  };
}

async function ensureDemoAccount(tx: Tx, role: MemberRole, now: Date): Promise<string> {
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

let demoHash: Promise<string> | undefined;

/** Made once, because it is slow on purpose; a password that everybody knows needs no salt of its own for each account. */
function hashOfDemoPassword(): Promise<string> {
  demoHash ??= scryptPasswords.hash(DEMO_PASSWORD);
  return demoHash;
}
