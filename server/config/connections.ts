import { ConfigError } from './config-error.ts';

interface Values {
  MAX_CONNECTIONS?: number | undefined;
  MAX_CONNECTIONS_PER_ADDRESS?: number | undefined;
}

/** How many connections may be open, in all and from one address. */
export function connectionsOf(values: Values): { most: number; mostPerAddress: number } {
  const most = values.MAX_CONNECTIONS ?? 4_000;
  const mostPerAddress = values.MAX_CONNECTIONS_PER_ADDRESS ?? Math.min(250, most);
  if (mostPerAddress > most) {
    throw new ConfigError('MAX_CONNECTIONS_PER_ADDRESS must not be above MAX_CONNECTIONS; lower it.');
  }
  return { most, mostPerAddress };
}
