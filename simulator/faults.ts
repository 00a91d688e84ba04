import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendDiscordLimit } from './discord/api.ts';
import { sendPaypalError } from './paypal/errors.ts';
import { services } from './services.ts';
import { type FaultService, faultMode, faultService } from './state.ts';
import type { World } from './world.ts';

export const faultInput = z.strictObject({
  service: faultService,
  mode: z.enum([...faultMode.options, 'ok']),
  minutes: z.number().positive().default(60),
});
export type FaultInput = z.infer<typeof faultInput>;

/** Makes one service fail for some minutes of the simulator's clock; `ok` ends it. */
export function setFault(world: World, fault: FaultInput): void {
  world.state.faults = world.state.faults.filter((one) => one.service !== fault.service);
  if (fault.mode === 'ok') return;
  const until = new Date(world.clock.now().getTime() + fault.minutes * 60_000).toISOString();
  world.state.faults.push({ service: fault.service, mode: fault.mode, until });
}

/** Returns a hook that answers instead of a service while the service has a fault. */
export function faultHook(
  world: World,
  serviceOf: (path: string) => FaultService | null,
  slowMilliseconds: number,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  let garbled = 0;
  return async (request, reply) => {
    const service = serviceOf(request.url);
    const now = world.clock.now().toISOString();
    const fault = world.state.faults.find((one) => one.service === service && one.until > now);
    if (service === null || fault === undefined) return undefined;
    if (fault.mode === 'down') return reply.code(503).type('text/plain').send('Service Unavailable');
    if (fault.mode === 'rate-limited') return sendRateLimit(world, service, reply);
    if (fault.mode === 'slow') return waitUnlessGone(request, slowMilliseconds);
    // The service implements the other faults, because they occur after it accepted the order.
    if (fault.mode !== 'garbled') return undefined;
    garbled += 1;
    return reply.type('application/json').send(garbage[garbled % garbage.length]);
  };
}

const garbage = [
  '{"items":[{"id":"dQw4w9Wg',
  '<html><body>upstream error</body></html>',
  '{"items":{"0":null},"data":"none","error":{"code":"ok"},"access_token":7}',
];

async function waitUnlessGone(request: FastifyRequest, milliseconds: number): Promise<undefined> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    request.raw.socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return undefined;
}

function sendRateLimit(world: World, service: FaultService, reply: FastifyReply): FastifyReply {
  if (service === 'stripe') {
    const message = 'Request rate limit exceeded.';
    return reply.code(429).send({ error: { type: 'invalid_request_error', code: 'rate_limit', message } });
  }
  if (service === 'discord') return sendDiscordLimit(reply, 30_000, true);
  if (service === 'paypal') return sendPaypalError(world, reply, 'RATE_LIMIT_REACHED');
  return services[service].sendRateLimit(reply, world);
}
