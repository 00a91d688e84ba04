import type { FastifyRequest } from 'fastify';
import { wasOverridden } from './method-override.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a state-changing request was sent by our own pages: browsers send Origin and Sec-Fetch-Site, and a
 * page of another site can forge neither. Sign-in is checked too (login CSRF).
 */
export function isSameOrigin(request: FastifyRequest, appUrl: string): boolean {
  if (SAFE.has(request.method) && !wasOverridden(request.raw)) return true;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = request.headers.origin;
  if (origin === undefined) return site === 'same-origin' || comesFromServers(request.url);
  return sameOrigin(origin, appUrl);
}

/**
 * These requests need no origin: tools call /dev/*, payment providers call /webhooks/* with a signature, mail
 * services call the unsubscribe URL, which is signed, and assistants call /mcp with a key.
 */
const comesFromServers = (url: string): boolean => /^\/(?:dev\/|webhooks\/|unsubscribe\?|mcp$)/.test(url);

/** Whether two origins are equal; all names of a loopback address count as equal. */
function sameOrigin(origin: string, appUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const [theirs, ours] = [new URL(origin), new URL(appUrl)];
  if (theirs.origin === ours.origin) return true;
  return (
    LOOPBACK.has(theirs.hostname) &&
    LOOPBACK.has(ours.hostname) &&
    theirs.port === ours.port &&
    theirs.protocol === ours.protocol
  );
}
