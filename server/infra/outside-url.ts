import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface OutsideUrlRules {
  /**
   * Whether http and any port of this machine are allowed too, which only demos on a developer's own machine
   * need.
   */
  allowLoopback: boolean;
}

const PORTS = ['', '8443'];

/** The host as a resolver expects it; an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Names that mean the local machine on every machine (RFC 6761). */
export const isLoopbackName = (host: string): boolean => /(?:^|\.)localhost\.?$/.test(host);

const isLoopbackHost = (host: string): boolean => isLoopbackName(host) || isLoopbackAddress(host);

/**
 * Returns why a person's URL must not be called, as the end of a sentence that begins with the URL; null when
 * the URL may be called. The name may still resolve to a forbidden address: `postOutside` checks that at each
 * attempt.
 */
export function outsideUrlFault(text: string, { allowLoopback }: OutsideUrlRules): string | null {
  if (!URL.canParse(text)) return 'must be an address such as https://example.com/hooks';
  // The parser converts octal, hexadecimal and one-number forms of an IPv4 address to the plain form.
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not contain a # and what follows it';
  const host = hostOf(url);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (allowLoopback && isHttp && isLoopbackHost(host)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (!PORTS.includes(url.port)) return 'must use port 443 or 8443';
  if (!isOnInternet(host)) return 'must name a host on the public internet';
  return null;
}

const isOnInternet = (host: string): boolean =>
  isIP(host) > 0 ? isPublicAddress(host) : host.replace(/\.$/, '').includes('.') && !isLoopbackName(host);
