import type { Config } from '#server/config.ts';
import { findRunning } from '#server/infra/running-database.ts';

/**
 * Returns the URL of a database that answers now. Null when the embedded database is not running, because
 * doctor does not start it.
 */
export function reachableUrl({ database, dataDir }: Pick<Config, 'database' | 'dataDir'>): string | null {
  if (database.kind === 'external') return database.ownerUrl ?? database.appUrl;
  return findRunning(dataDir)?.appUrl ?? null;
}
