import { BlockList, isIPv4 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Log } from '#server/infra/log.ts';

/**
 * Networks in which an operator's proxies are; a forwarding header from any other address was invented by a
 * stranger.
 */
const near = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  near.addSubnet(net, bits, 'ipv4');
}
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

function isNear(remoteAddress = ''): boolean {
  const address = remoteAddress.replace(/^::ffff:/, '');
  return address !== '' && near.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/**
 * Warns once when a proxy forwards requests although no proxy is trusted. All visitors then share the limits
 * of one address.
 */
export function warnOfUnknownProxy(server: FastifyInstance, log: Log): void {
  let warned = false;
  server.addHook('onRequest', async ({ headers, socket }) => {
    if (warned || headers['x-forwarded-for'] === undefined || !isNear(socket.remoteAddress)) return;
    warned = true;
    log.warn(
      'A proxy passes requests on, but TRUST_PROXY is 0: all its visitors together may log in ten times a minute. Set TRUST_PROXY.',
    );
  });
}
