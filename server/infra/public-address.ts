import ipaddr from 'ipaddr.js';

/** The allocated part of IPv6; all other addresses are reserved or local. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Special-purpose networks of IANA's registry that are missing from the package's ranges. */
const MORE_SPECIAL = ['192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24', '192.88.99.0/24'].map(
  (range) => ipaddr.IPv4.parseCIDR(range),
);

/**
 * Whether an IP address belongs to a machine on the public internet. Refuses private, loopback, link-local,
 * shared (100.64/10), multicast, documentation and reserved addresses, and IPv6 forms that contain an IPv4
 * address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  // Only the plain form is accepted, because systems disagree on "127.1" and "0x7f000001".
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return !text.includes('%') && address.match(GLOBAL_IPV6);
  return !MORE_SPECIAL.some((range) => address.match(range));
}

/** Whether an IP address is this machine's own. */
export const isLoopbackAddress = (text: string): boolean =>
  ipaddr.isValid(text) && ipaddr.parse(text).range() === 'loopback';
