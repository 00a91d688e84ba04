import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import type { Database } from '#server/infra/transaction.ts';
import { type OpenAccess, type OpenConsent, openTokens } from './access.ts';
import type { ConnectionReader } from './deps.ts';
import { endRelease } from './end-release.ts';
import { type AnalyticsConsent, type Answer, problem } from './platforms/adapter.ts';
import type { ConsentKind } from './refresh.ts';
import { missingForAnalytics } from './scopes.ts';

/**
 * Returns the access token of the separate consent by which an account's analytics are read. A consent that
 * the platform revoked ends the release; the account stays connected.
 */
export async function openAnalytics(
  deps: ConnectionReader,
  consent: AnalyticsConsent,
  { connectionId, now }: { connectionId: string; now: Date },
): Promise<Answer<OpenAccess<AnalyticsConsent>>> {
  const { db } = deps;
  return await openTokens(deps, now, async (): Promise<Answer<OpenConsent<AnalyticsConsent>>> => {
    const row = await findConsent(db, connectionId);
    if (!row) {
      await endRelease(db, { connectionId, sealed: null, now });
      return problem('denied', 'no consent releases the analytics');
    }
    const platform = row.platform as ConnectablePlatform;
    const kind: ConsentKind = {
      table: 'analytics_consents',
      key: 'connection_id',
      missing: (tokens) => missingForAnalytics(platform, tokens),
      end: ({ id, sealed }) => endRelease(db, { connectionId: id, sealed, now }),
      isOver: async (id) => (await findConsent(db, id)) === undefined,
    };
    const account = { externalId: row.external_id, handle: row.handle };
    return { ok: true, value: { row, account, adapter: consent, kind } };
  });
}

const findConsent = (db: Database, connectionId: string) =>
  db
    .selectFrom('analytics_consents as a')
    .innerJoin('connections as c', 'c.id', 'a.connection_id')
    .select(['c.id', 'c.platform', 'c.handle', 'a.external_id', 'a.access_token_expires_at'])
    .select(['a.access_token_sealed', 'a.refresh_token_sealed'])
    .where('a.connection_id', '=', connectionId)
    .where('c.state', '=', 'active')
    .executeTakeFirst();
