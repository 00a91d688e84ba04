import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { RouteSpec } from '#contract/wire/route.ts';
import type { WireJson } from '#server/infra/wire-json.ts';

/**
 * This many first replies are all checked, later one in a thousand, because a statement always writes the
 * same form.
 */
const CHECKED_FIRST = 50;
const CHECKED_LATER = 1_000;

/**
 * Sends a route's wire replies and checks some of them against its schema.
 * @throws ZodError when a reply does not match
 */
export function wireSender(spec: RouteSpec): (reply: FastifyReply, wire: WireJson) => FastifyReply {
  let sent = 0;
  return (reply, { text }) => {
    if (sent < CHECKED_FIRST || sent % CHECKED_LATER === 0) {
      z.decode(spec.reply, JSON.parse(text) as z.input<typeof spec.reply>);
    }
    sent++;
    return reply.type('application/json; charset=utf-8').send(text);
  };
}
