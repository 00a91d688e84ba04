import { createServer } from 'node:net';
import { ConfigError } from './config/config-error.ts';
import type { Config } from './config.ts';
import { isDatabaseUnavailable } from './infra/database-unavailable.ts';
import { S3Problem } from './infra/s3/settings.ts';

/**
 * Codes of errors about a file or folder that the operator named, because of its permissions, disk or path.
 */
const UNUSABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR']);

/**
 * Returns the operator's message for a failed start: one sentence when the reason is known, otherwise the
 * whole stack. Our own plain errors, such as a locked data folder or an unreachable database, already are
 * such sentences.
 */
export function startFailure(error: unknown, config: Config | null): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof S3Problem) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (
    config?.simulatorPort &&
    code === 'EADDRINUSE' &&
    'port' in error &&
    error.port === config.simulatorPort
  )
    return `SIMULATOR_PORT ${config.simulatorPort} is already in use on this machine; stop what listens there or set another one.`;
  if (config && code === 'EADDRINUSE')
    return `PORT ${config.port} is already in use on ${config.host}; stop what listens there or set another PORT.`;
  if (config && (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'))
    return `HOST ${config.host} is not an address of this machine.`;
  if (config && code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return `PORT ${config.port} needs more rights than this user has; set a PORT above 1023.`;
  if (isDatabaseUnavailable(error)) return `The database can't be used: ${error.message}.`;
  if ('path' in error && code && UNUSABLE.has(code))
    return `${error.path} can't be used: ${error.message.replace(/^\w+: /, '').replace(/, .*$/s, '')}.`;
  const isSentence = error.constructor === Error && code === undefined;
  return isSentence ? error.message : (error.stack ?? error.message);
}

/**
 * Binds the address and releases it, before anything slow is started.
 * @returns the port that was free, also when 0 was given
 */
export function freePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
