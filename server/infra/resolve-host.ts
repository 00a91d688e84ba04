import { Resolver } from 'node:dns/promises';

/** Resolves all addresses of a name; the list is empty when the name has none. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Queries the name servers directly. The system's resolver would block one of this process's few threads for
 * as long as a slow name server takes.
 */
export const resolveHost: ResolveHost = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
