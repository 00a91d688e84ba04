import { type PostPlatform, platformNames } from '#contract/platform.ts';
import { Unreadable } from '#server/infra/seal.ts';
import { openAccess } from './access.ts';
import type { ConnectDeps } from './connect.ts';
import { markDead } from './mark-dead.ts';
import type { Problem } from './platforms/adapter.ts';
import { connectedAs } from './queries.ts';

/**
 * Asks the platform whether a connected account is still its person's: the token works and speaks for the same account.
 * null: it is; else why not, in words for that person. An account of a platform that is off here, or that a code proved,
 * has nobody to ask and counts as proved. Holds no transaction while the platform answers.
 */
export async function proveAccount(
  deps: Pick<ConnectDeps, 'db' | 'adapters' | 'sealer'>,
  connectionId: string,
  now: Date,
): Promise<string | null> {
  const accountId = await connectedAs(deps.db, connectionId);
  const { platform, handle } = await deps.db
    .selectFrom('connections')
    .select(['platform', 'handle'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const name = platformNames[platform as PostPlatform];
  const opened = await openAccess(deps, accountId, now).catch(unlessUnreadable);
  if (!opened) {
    return `The connection of @${handle} on ${name} cannot be read here any more. Connect the account again, in your settings.`;
  }
  if (!opened.ok) return wordsOf(opened.problem, name, handle);
  const { access, adapter, sealed } = opened.value;
  const account = await adapter.whoAmI(access.accessToken);
  if (!account.ok) {
    if (account.problem.kind === 'token_dead')
      await markDead(deps.db, { connectionId: accountId, sealed, now });
    return wordsOf(account.problem, name, handle);
  }
  if (account.value.externalId === access.externalId) return null;
  return `What is connected as @${handle} on ${name} is another account now. Connect the one that posted your clips.`;
}

/** A token that this server's secret does not open: its person can connect again, and nobody else can help. */
function unlessUnreadable(error: unknown): null {
  if (error instanceof Unreadable) return null;
  throw error;
}

function wordsOf({ kind }: Problem, name: string, handle: string): string | null {
  if (kind === 'misconfigured') return null;
  if (kind === 'transient' || kind === 'quota') {
    return `${name} does not answer at the moment, so we could not check that @${handle} is still yours. We ask again by ourselves.`;
  }
  return `Connect @${handle} on ${name} again, in your settings: before money leaves, the account that earned it has to be yours still.`;
}
