import type { Config } from '#server/config.ts';
import { systemClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { findAppRefusals, refusalAdvice, refusalSentence } from '#server/modules/connections/connections.ts';
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts';
import { reachableUrl } from './reachable-url.ts';

const part = 'Access';

/**
 * Reports platforms that refuse our own app, as the server recorded. Without a database there is no finding
 * here, because another check reports that.
 */
export async function checkPlatformAccess(config: Config): Promise<Finding[]> {
  const url = reachableUrl(config);
  if (!url) return [];
  const { db, close } = createDatabase(url, { max: 1 });
  try {
    const found = await findAppRefusals(db, systemClock.now());
    if (found.length === 0) return [ok(part, 'No platform refuses this app.')];
    return found.map((refusal) => wrong(part, `${refusalSentence(refusal)} ${refusalAdvice}`));
  } catch (error) {
    return [warning(part, `What platforms refuse can't be read: ${reasonOf(error)}.`)];
  } finally {
    await close();
  }
}
