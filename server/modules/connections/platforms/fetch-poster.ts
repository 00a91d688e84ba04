import type { PostPlatform } from '#contract/platforms.ts';
import { type Answer, problem } from './adapter.ts';
import { fetchBytes, type OutsideCaller } from './outside-call.ts';

const maxBytes = 4 * 1024 * 1024;

/** Hosts that show the platforms' posters; each is the platform's own, so no address leads into our network. */
const posterHosts: Record<PostPlatform, RegExp> = {
  youtube: /^i\d?\.ytimg\.com$/,
  tiktok: /\.tiktokcdn(?:-[a-z]{2,4})?\.com$/,
  instagram: /\.(?:cdninstagram\.com|fbcdn\.net)$/,
};

/** Whether an address that a platform named for a poster is one of its own; `simulated` is the simulator's folder of posters. */
export function isPosterUrl(address: string, platform: PostPlatform, simulated: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol, hostname, port, username, password, pathname } = new URL(address);
  if (username || password) return false;
  if (simulated && origin + pathname.slice(0, pathname.lastIndexOf('/')) === simulated) return true;
  return protocol === 'https:' && port === '' && posterHosts[platform].test(hostname);
}

/** The bytes of a poster, asked for once, without cookies and without following a redirect. */
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
