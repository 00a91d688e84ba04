import type { AccountId } from '#contract/accounts/ids.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';
import { finishConnection, startConnection } from '#server/modules/connections/connections.ts';
import { decide } from '#simulator/trial.ts';
import { TEST_APP_URL, TEST_SECRET } from './actor.ts';
import { testPerson } from './api.ts';
import { testDatabase } from './database.ts';
import { startSimulatedPlatforms } from './simulated-platforms.ts';

/** Accounts connected at the simulated platforms, without counted clips. */
export async function connectedAccounts() {
  const t = await testDatabase();
  const simulated = await startSimulatedPlatforms();
  const deps = (db: Database = t.db) => ({
    db,
    sealer: createSealer(soleSecret(TEST_SECRET), 'platform tokens'),
    adapters: simulated.adapters,
    appUrl: TEST_APP_URL,
  });
  const rowOf = (accountId: AccountId) =>
    t.db.selectFrom('connections').selectAll().where('user_id', '=', accountId).executeTakeFirstOrThrow();
  let people = 0;

  /** Connects a new person, who consents as in the browser; returns the connection's row. */
  async function connected(platform: ConnectablePlatform) {
    const { userId, accountId } = await testPerson(t.db, platform === 'twitch' ? 'host' : 'clipper');
    const ask = { accountId, platform, returnTo: '/dashboard', now: simulated.clock.now() };
    const started = await startConnection(deps(), ask);
    if (!('authorizeUrl' in started)) throw new Error('not started');
    const back = await decide(started.authorizeUrl, 'allow', `account${++people}`);
    const [state, code] = ['state', 'code'].map((name) => back.searchParams.get(name)!);
    await finishConnection(deps(), { ...ask, userId, state: state!, code: code! });
    return await rowOf(accountId);
  }

  async function close(): Promise<void> {
    await simulated.simulator.stop();
    await t.close();
  }
  return { t, simulated, deps, rowOf, connected, close };
}
