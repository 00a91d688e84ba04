import { GONE_GRACE_DAYS } from '#contract/limits.ts';
import { type PostPlatform, platforms } from '#contract/platforms/platforms.ts';
import { Unreadable } from '#server/infra/seal.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { openAccess } from './access.ts';
import { attributeAnswer } from './attribute-refusal.ts';
import type { ConnectionReader } from './deps.ts';
import { markDead } from './mark-dead.ts';
import type { Problem } from './platforms/adapter.ts';
import { connectedAs, isConnected } from './queries.ts';

/**
 * Checks at the platform whether a connected account still belongs to its person: the token must work and be
 * of the same account. Returns null if so, otherwise the reason as a text for that person. An account that a
 * code verified, or whose platform has no keys here, can't be checked and counts as verified. Holds no
 * transaction while the platform answers.
 */
export async function verifyOwnership(
  deps: ConnectionReader,
  connectionId: string,
  now: Date,
): Promise<string | null> {
  const accountId = await connectedAs(deps.db, connectionId);
  const { name, handle, erased } = await nameOf(deps.db, accountId);
  if (erased) return erasedText(name);
  const opened = await openAccess(deps, accountId, now).catch(unlessUnreadable);
  if (!opened) {
    return `We can no longer read @${handle} on ${name}. Connect the account again in your settings.`;
  }
  if (!opened.ok) return textsOf(opened.problem, name, handle);
  const { access, adapter, sealed } = opened.value;
  const asked = { connectionId: accountId, api: 'tokens', now } as const;
  const account = await attributeAnswer(deps.db, asked, await adapter.whoAmI(access.accessToken));
  if (!account.ok) {
    if (account.problem.kind === 'token_dead')
      await markDead(deps.db, { connectionId: accountId, sealed, now });
    return textsOf(account.problem, name, handle);
  }
  if (account.value.externalId === access.externalId) return null;
  return `The account connected as @${handle} on ${name} is a different one now. Connect the one that posted your clips.`;
}

/**
 * Treats a token that this server's secret can't unseal as missing: only the person can help, by connecting
 * again.
 */
function unlessUnreadable(error: unknown): null {
  if (error instanceof Unreadable) return null;
  throw error;
}

/** Answers from stored facts, when no platform may be called, whether the account is connected. */
export async function knownProblem(db: Database | Tx, connectionId: string): Promise<string | null> {
  const { name, handle, erased } = await nameOf(db, connectionId);
  if (erased) return erasedText(name);
  return (await isConnected(db, connectionId)) ? null : againText(name, handle);
}

async function nameOf(db: Database | Tx, connectionId: string) {
  const { platform, handle, external_id } = await db
    .selectFrom('connections')
    .select(['platform', 'handle', 'external_id'])
    .where('id', '=', connectionId)
    .executeTakeFirstOrThrow();
  return {
    name: platforms[platform as PostPlatform].name,
    handle,
    erased: external_id.startsWith('erased:'),
  };
}

const againText = (name: string, handle: string): string =>
  `Connect ${handle === 'erased' ? `the account` : `@${handle}`} on ${name} again in your settings: before we send a payout, we check that the account that earned it is still yours.`;

/**
 * The text blames nobody, because the person who requested the deletion is not necessarily the one who is
 * paid.
 */
const erasedText = (name: string): string =>
  `The owner of the account had its ${name} data deleted, so we can't check whether it is yours. A reviewer decides after ${GONE_GRACE_DAYS} days.`;

function textsOf({ kind }: Problem, name: string, handle: string): string | null {
  if (kind === 'unasked') return null;
  if (kind === 'misconfigured') {
    return `${name} is refusing Permille’s own access, so we could not check that @${handle} is still yours. You have nothing to do: Permille’s operator has to fix it, and the payout then continues automatically.`;
  }
  // The error says nothing about the account, so it blocks the payout but does not blame the person.
  if (kind !== 'token_dead' && kind !== 'denied') {
    return `${name} is not answering, so we could not check that @${handle} is still yours. We will try again automatically.`;
  }
  return againText(name, handle);
}
