import { existsSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { environment } from '#server/config/environment.ts';
import { isLoopback } from '#server/config/loopback.ts';
import type { Config } from '#server/config.ts';
import { type Finding, ok } from './finding.ts';

type Environment = Record<string, string | undefined>;

/**
 * Lists everything that this installation's backups lack, because the operator must keep it in another place.
 */
export function findOutsideBackups(config: Config, env: Environment): Finding[] {
  return [settings(env), ...files(config, env), ...surroundings(config)].map((detail) =>
    ok('Not kept', detail),
  );
}

/** Returns the settings' names only, because a value may be a platform's or payment service's key. */
function settings(env: Environment): string {
  const names = Object.keys(environment.shape).filter((name) => env[name]?.trim());
  const file = resolve('.env');
  const where = existsSync(file) ? ` (${realpathSync(file)}, and what else sets them)` : '';
  return `The settings${where}: ${names.length > 0 ? names.join(', ') : 'none is set'}.`;
}

function files({ dataDir, textsDir }: Config, env: Environment): string[] {
  const secrets = ['secret', 'secret.previous'].map((name) => join(dataDir, name));
  const isOutside = relative(dataDir, textsDir).startsWith('..');
  const own = [...secrets, ...(isOutside ? [textsDir] : []), env.NODE_EXTRA_CA_CERTS?.trim() ?? ''];
  return own.filter((path) => path !== '' && existsSync(path)).map((path) => `${path}.`);
}

function surroundings({ appUrl, database }: Config): string[] {
  const { protocol, hostname } = new URL(appUrl);
  return [
    ...(database.kind === 'external'
      ? ['The roles of your PostgreSQL and their passwords; a dump holds neither.']
      : []),
    ...(protocol === 'https:' && !isLoopback(hostname)
      ? [`The settings of the proxy, and the certificate of ${hostname} with its key.`]
      : []),
  ];
}
