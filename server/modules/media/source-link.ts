import type { AccountId } from '#contract/accounts/ids.ts';
import { after, HOUR, SECOND } from '#server/infra/clock.ts';
import { createSigner, type Secrets } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Viewer } from './queries.ts';

/** Lifetime of a link: long enough for a download manager on a slow line. */
const LINK_MS = 24 * HOUR;

export interface LinkQuery {
  as?: string | undefined;
  until?: string | undefined;
  signature?: string | undefined;
}

/** Makes and reads links to one source video that need no session, for download managers. */
export function createSourceLinks(secrets: Secrets) {
  const signer = createSigner(secrets, 'source links');
  const textOf = (id: string, as: string, until: string): string => `source link ${id} ${as} ${until}`;
  return {
    /**
     * Makes a link with which anyone gets the file until it expires, as long as this person may see the file.
     */
    make(id: string, as: AccountId, now: Date): { url: string; expiresAt: Date } {
      const expiresAt = after(now, LINK_MS);
      const until = String(Math.floor(expiresAt.getTime() / SECOND));
      const query = new URLSearchParams({
        as,
        until,
        signature: signer.sign(textOf(id, as, until)).toString('base64url'),
      });
      return { url: `/media/${id}?${query}`, expiresAt };
    },
    /**
     * Returns the account for which the link was made; null if the signature is wrong or the link has expired.
     */
    read(id: string, { as = '', until = '', signature = '' }: LinkQuery, now: Date): AccountId | null {
      if (!signer.verify(textOf(id, as, until), Buffer.from(signature, 'base64url'))) return null;
      return Number(until) * SECOND > now.getTime() ? (as as AccountId) : null;
    },
  };
}

export type SourceLinks = ReturnType<typeof createSourceLinks>;

/** Returns the account of a link as a viewer; null if it is banned or closed. */
export async function linkViewer(db: Database, accountId: AccountId): Promise<Viewer | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id as accountId', 'role'])
    .where('id', '=', accountId)
    .where('banned_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
