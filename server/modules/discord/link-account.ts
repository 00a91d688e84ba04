import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { memberRoleSchema } from '#contract/accounts/accounts.ts';
import { personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import { DISCORD_CODE_MINUTES } from '#contract/discord.ts';
import type { Actor } from '#server/http/actor.ts';
import { withinLimit } from '#server/http/rate-limit.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, HOUR, MINUTE } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { lockAccount } from '#server/modules/accounts/accounts.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

/**
 * Characters of codes, without those that look alike. With 31^10 codes and six tries an hour, nobody guesses
 * another person's code.
 */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const HALF = 5;
const TRIES_AN_HOUR = 6;

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Returns the hash of a code, ignoring case and separators. */
const hashOf = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest();

/** Creates a code. The Discord account that types the code is linked to this person. */
export async function makeLinkCode(
  db: Database,
  { userId, accountId, sessionId }: Pick<Actor, 'userId' | 'accountId' | 'sessionId'>,
  now: Date,
): Promise<Outcome<{ code: string; expiresAt: Date }, 'unauthenticated'>> {
  const code = `${half()}-${half()}`;
  const expiresAt = after(now, DISCORD_CODE_MINUTES * MINUTE);
  const row = { code_hash: hashOf(code), expires_at: expiresAt };
  return await transact(db, async (tx) => {
    if (!(await lockAccount(tx, { userId, accountId, sessionId }))) return refuse('unauthenticated');
    await tx
      .insertInto('discord_link_codes')
      .values({ user_id: userId, ...row })
      .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
      .execute();
    return { code, expiresAt };
  });
}

interface Account {
  discordId: string;
  discordName: string;
}

/**
 * Locks the person, as a new password does, so that a link made with an old code is seen and ended by it. Returns the
 * personal account, unless it is banned or closed.
 */
async function lockPerson(tx: Tx, userId: UserId) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return await tx
    .selectFrom('accounts')
    .select('role')
    .where('id', '=', personalAccount(userId))
    .where('banned_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Links the Discord account that typed a code. Returns the sentence that the person reads on Discord. */
export async function linkAccount(
  db: Database,
  { discordId, discordName }: Account,
  code: string,
  now: Date,
): Promise<string> {
  if (!(await withinLimit(db, `discord link ${discordId}`, TRIES_AN_HOUR, HOUR)))
    return 'That was tried too often. Try again in an hour.';
  return await transact(db, async (tx) => {
    const used = await tx
      .deleteFrom('discord_link_codes')
      .where('code_hash', '=', hashOf(code))
      .where('expires_at', '>', now)
      .returning('user_id as userId')
      .executeTakeFirst();
    const account = used && (await lockPerson(tx, used.userId));
    const role = memberRoleSchema.safeParse(account?.role).data;
    if (!used || !role) return 'This code is wrong or has expired. Make a new one in Settings on Permille.';
    const { userId } = used;
    // A Discord account is linked to one person only. Somebody who owns both Permille accounts must first end
    // the old link.
    const linked = await sql`
      insert into discord_links (user_id, discord_id, discord_name, linked_at)
      select ${userId}, ${discordId}, ${discordName}, ${now}
      where not exists (select from discord_links where discord_id = ${discordId} and user_id <> ${userId})
      on conflict (user_id) do update set discord_id = ${discordId},
        discord_name = ${discordName}, linked_at = ${now}`.execute(tx);
    if (linked.numAffectedRows === 0n)
      return 'This Discord account is linked to another account on Permille. Type /unlink first.';
    await writeAudit(tx, actBy(role, userId, now), 'discord.linked', 'user', userId);
    await notify(
      tx,
      {
        userId,
        kind: 'discord.linked',
        title: 'A Discord account was linked',
        body: 'If it wasn’t you, unlink it in Settings and change your password. Commands there can read your balance and check posts; they can’t submit, pay out or change anything.',
        link: settingsPath(role, 'accounts', 'discord-account'),
      },
      now,
    );
    return 'Linked. By /balance and /submit you now ask for your account on Permille; only you see the answers.';
  });
}

/** Ends the link of a person or of a Discord account. Returns false if there was none. */
export const endLink = (db: Database, by: { user_id: UserId } | { discord_id: string }): Promise<boolean> =>
  transact(db, async (tx) => {
    const [[column, value] = []] = Object.entries(by) as ['user_id' | 'discord_id', string][];
    const { numDeletedRows } = await tx
      .deleteFrom('discord_links')
      .where(column!, '=', value!)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });

/** Deletes a person's Discord link and codes. */
export async function eraseDiscord(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('discord_links').where('user_id', '=', userId).execute();
  await tx.deleteFrom('discord_link_codes').where('user_id', '=', userId).execute();
}
