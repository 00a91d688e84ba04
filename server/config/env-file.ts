import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';
import { environment } from './environment.ts';

/**
 * Variables that Node and its libraries read when a process starts, before the settings file. NODE_ENV is an
 * exception, because we read it.
 */
const OF_THE_PROCESS = /^(?:NODE_(?!ENV$).*|SSL_CERT_FILE|SSL_CERT_DIR|OPENSSL_CONF|UV_THREADPOOL_SIZE)$/;

/**
 * The folder of temporary files. Node reads this variable each time, so it also works in the settings file.
 */
const READ_EACH_TIME = 'TMPDIR';

/**
 * Checks that every variable of a settings file takes effect.
 * @param given the environment that the process was started with
 * @throws ConfigError with one sentence that names the first variable that is read before the file
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

/** Returns the names in a settings file that nothing reads, in order. Most of them are misspelt. */
export function unreadSettings(file: string): string[] {
  const read = new Set<string>(Object.keys(environment.shape));
  return Object.keys(parseEnv(readFileSync(file, 'utf8'))).filter(
    (name) => !read.has(name) && name !== READ_EACH_TIME && !OF_THE_PROCESS.test(name),
  );
}
