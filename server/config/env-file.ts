import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';
import { environment } from './environment.ts';

/** Node and its libraries read these when a process starts, before the file is read. NODE_ENV is ours. */
const OF_THE_PROCESS = /^(?:NODE_(?!ENV$).*|SSL_CERT_FILE|SSL_CERT_DIR|OPENSSL_CONF|UV_THREADPOOL_SIZE)$/;

/** The folder of temporary files. Node reads it each time, so it works in the file too. */
const READ_EACH_TIME = 'TMPDIR';

/**
 * Proves that every variable of a file of settings has its effect there.
 * @param given the environment that the process was started with
 * @throws ConfigError with one sentence that names the first variable which comes too late
 */
export function checkEnvFile(file: string, given: Record<string, string | undefined>): void {
  const late = Object.keys(parseEnv(readFileSync(file, 'utf8'))).find(
    (name) => OF_THE_PROCESS.test(name) && given[name] === undefined,
  );
  if (late)
    throw new ConfigError(
      `${late} must not be set in .env, because Node reads it when the process starts, before that file; set it where the process is started, such as by Environment= in its unit (docs/operate/services.md).`,
    );
}

/** The names in a file of settings that nothing reads, in their order: most are spelt wrongly. */
export function unreadSettings(file: string): string[] {
  const read = new Set<string>(Object.keys(environment.shape));
  return Object.keys(parseEnv(readFileSync(file, 'utf8'))).filter(
    (name) => !read.has(name) && name !== READ_EACH_TIME && !OF_THE_PROCESS.test(name),
  );
}
