import type { FastifyRequest } from 'fastify';
import { wasOverridden } from './method-override.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a state-changing request comes from our own pages: browsers send Origin and Sec-Fetch-Site, and a page of
 * another site can forge neither. Sign-in is checked like everything else (login CSRF).
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
 * Tools call /dev/*, payment providers /webhooks/* with a signature, mail services the address that ends mails, which is
 * signed itself, assistants /mcp with a key; nothing else may come without saying from where.
 */
const comesFromServers = (url: string): boolean => /^\/(?:dev\/|webhooks\/|unsubscribe\?|mcp$)/.test(url);

/** Equal origins; on a loopback address its names stand for one another. */
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
