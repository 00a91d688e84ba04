import ipaddr from 'ipaddr.js';

/** All that is given out of IPv6; what lies outside is reserved, of this machine or of its network. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Special by the registry of IANA, and missing from the package's ranges. */
const MORE_SPECIAL = ['192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24', '192.88.99.0/24'].map(
  (range) => ipaddr.IPv4.parseCIDR(range),
);

/**
 * Whether an IP address belongs to a machine on the public internet: no private, loopback, link-local, shared (100.64/10),
 * multicast, documentation or reserved one, and no IPv6 form that carries an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  // The plain form only: "127.1" and "0x7f000001" are read by some and not by others.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return !text.includes('%') && address.match(GLOBAL_IPV6);
  return !MORE_SPECIAL.some((range) => address.match(range));
}

/** Whether an IP address is this machine's own. */
export const isLoopbackAddress = (text: string): boolean =>
  ipaddr.isValid(text) && ipaddr.parse(text).range() === 'loopback';
