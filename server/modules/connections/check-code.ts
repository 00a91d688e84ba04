import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import { type ConnectablePlatform, platforms } from '#contract/platforms/platforms.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact, violates } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import type { ConnectDeps } from './deps.ts';
import { auditConnection } from './store-connection.ts';

interface BioCheck {
  codeId: string;
  adminId: UserId;
  /** The exact text in the bio. */
  text: string;
  now: Date;
}

interface Code {
  id: string;
  user_id: AccountId;
  platform: ConnectablePlatform;
  handle: string;
  code: string;
}

type Refused = 'not_found' | 'connection_taken';

/**
 * Looks for an open code in the bio text that an admin pasted. If the code is there, connects the account and
 * uses up the code. If not, the code stays open, and the person is notified of the text that was found.
 */
export async function checkCode(
  { db }: Pick<ConnectDeps, 'db'>,
  check: BioCheck,
): Promise<Outcome<{ connected: boolean }, Refused>> {
  try {
    return await transact(db, async (tx) => {
      const code = await tx
        .selectFrom('connection_codes')
        .select(['id', 'user_id', 'platform', 'handle', 'code'])
        .where('id', '=', check.codeId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', check.now)
        .forUpdate()
        .executeTakeFirst();
      if (!code) return refuse('not_found');
      const connected = check.text.toLowerCase().includes(code.code);
      await tx
        .updateTable('connection_codes')
        .set({ found_text: check.text, checked_at: check.now, used_at: connected ? check.now : null })
        .where('id', '=', code.id)
        .execute();
      await (connected ? connect(tx, code, check) : notifyMissing(tx, code, check));
      return { connected };
    });
  } catch (error) {
    if (violates(error, 'connections_one_owner')) return refuse('connection_taken');
    throw error;
  }
}

async function connect(tx: Tx, { user_id, platform, handle }: Code, check: BioCheck): Promise<void> {
  const { adminId, text, now } = check;
  const verified = {
    state: 'active' as const,
    verified_by: 'code' as const,
    found_text: text,
    connected_at: now,
  };
  const externalId = `handle:${handle}`;
  const known = await tx
    .updateTable('connections')
    .set(verified)
    .where('user_id', '=', user_id)
    .where('platform', '=', platform)
    .where('external_id', '=', externalId)
    .where('state', '<>', 'removed')
    .returning('id')
    .executeTakeFirst();
  const id = known?.id ?? newId();
  if (!known) {
    const account = { user_id, platform, external_id: externalId, handle, display_name: handle };
    await tx
      .insertInto('connections')
      .values({ id, ...account, ...verified })
      .execute();
  }
  const data = { platform, handle, found: true, owner: user_id };
  await auditConnection(tx, { id, by: adminId, action: 'connection.added_by_code', now, data });
  await notify(
    tx,
    {
      accountId: user_id,
      kind: 'connection.added_by_code',
      title: 'Platform Connected!',
      body: `Your ${platforms[platform].name} account has been verified. You can remove the code from the bio of @${handle}.`,
      link: await settingsOf(tx, user_id, `?connected=${platform}`),
    },
    now,
  );
}

async function notifyMissing(
  tx: Tx,
  { id, user_id, platform, handle, code }: Code,
  check: BioCheck,
): Promise<void> {
  const { adminId, now } = check;
  const data = { platform, handle, found: false, owner: user_id };
  await auditConnection(tx, { id, by: adminId, action: 'connection.code_missing', now, data });
  await notify(
    tx,
    {
      accountId: user_id,
      kind: 'connection.code_missing',
      title: 'Code not found',
      body: `We read the bio of @${handle}, and ${code} is not in it. Settings shows exactly what we found.`,
      link: await settingsOf(tx, user_id),
    },
    now,
  );
}

/** Returns the path of the settings with the person's codes. With "?connected=" the page shows the result. */
async function settingsOf(tx: Tx, accountId: AccountId, query = ''): Promise<string> {
  const { role } = await tx
    .selectFrom('accounts')
    .select('role')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return `${settingsPath(role, 'accounts')}${query}`;
}
