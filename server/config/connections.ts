import { ConfigError } from './config-error.ts';

/** The most connections that may be open at once, in total and from one address. */
export interface ConnectionNumbers {
  most: number;
  mostPerAddress: number;
}

/** @throws ConfigError when the limit per address is above the total */
export function connectionsOf(values: {
  MAX_CONNECTIONS?: number | undefined;
  MAX_CONNECTIONS_PER_ADDRESS?: number | undefined;
}): ConnectionNumbers {
  const most = values.MAX_CONNECTIONS ?? 4_000;
  const mostPerAddress = values.MAX_CONNECTIONS_PER_ADDRESS ?? Math.min(250, most);
  if (mostPerAddress > most) {
    throw new ConfigError('MAX_CONNECTIONS_PER_ADDRESS must not be above MAX_CONNECTIONS; lower it.');
  }
  return { most, mostPerAddress };
}
