import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { type Answer, problem } from './adapter.ts';
import { fetchBytes, type OutsideCaller } from './outside-call.ts';
import { postServices } from './services.ts';

const maxBytes = 4 * 1024 * 1024;

/**
 * Whether a poster's address is on its platform's own hosts. `simulated` is the simulator's folder of
 * posters.
 */
export function isPosterUrl(address: string, platform: PostPlatform, simulated: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, port, username, password, pathname } = new URL(address);
  if (username || password) return false;
  if (simulated && origin + pathname.slice(0, pathname.lastIndexOf('/')) === simulated) return true;
  return protocol === 'https:' && port === '' && postServices[platform].posterHosts.test(hostname);
}

/** Fetches a poster, without retries, cookies or redirects. */
export async function fetchPoster(
  address: string,
  platform: PostPlatform,
  simulated: string | null,
  limits: OutsideCaller = {},
): Promise<Answer<Buffer>> {
  if (!isPosterUrl(address, platform, simulated))
    return problem('misconfigured', 'the address is not its platform’s');
  return await fetchBytes(address, { maxBytes, ...limits });
}
