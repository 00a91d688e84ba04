import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { idSchema } from '#contract/wire/primitives.ts';
import { sendProblem } from '#server/http/problem.ts';
import type { Database } from '#server/infra/transaction.ts';
import { sendShared } from './answer.ts';
import { CARD_POLICY, listingCard, missingCard } from './card.ts';
import { listingIdIn, oEmbedOf } from './oembed.ts';
import { activeListing } from './queries.ts';

const cardQuery = z.object({ theme: z.enum(['light', 'dark']).optional().catch(undefined) });

const side = z.coerce.number().int().min(1).max(10_000).optional();
const oEmbedQuery = z.object({
  url: z.string().min(1).max(500),
  format: z.enum(['json', 'xml']).default('json'),
  maxwidth: side,
  maxheight: side,
});

/**
 * Registers listing cards for pages of other sites, and the oEmbed route that finds a card by the listing's
 * address.
 */
export function registerCardRoutes(
  server: FastifyInstance,
  { db, appUrl }: { db: Database; appUrl: string },
): void {
  server.get<{ Params: { id: string }; Querystring: z.output<typeof cardQuery> }>(
    '/embed/listings/:id',
    { schema: { querystring: cardQuery } },
    async (request, reply) => {
      const { id } = request.params;
      const theme = request.query.theme ?? null;
      const listing = idSchema.safeParse(id).success ? await activeListing(db, id) : null;
      reply.removeHeader('x-frame-options').header('content-security-policy', CARD_POLICY);
      if (!listing) reply.status(404);
      const html = listing ? listingCard(appUrl, listing, theme) : missingCard(appUrl, theme);
      return sendShared(request, reply, html, { type: 'text/html; charset=utf-8', maxAgeSeconds: 60 });
    },
  );
  server.get<{ Querystring: z.output<typeof oEmbedQuery> }>(
    '/oembed',
    { schema: { querystring: oEmbedQuery } },
    async (request, reply) => {
      const { url, format, ...room } = request.query;
      // The oEmbed specification requires 501 for a format that a provider does not support.
      if (format === 'xml') return reply.status(501).type('text/plain; charset=utf-8').send('Ask for json.');
      const id = listingIdIn(appUrl, url);
      const listing = id && (await activeListing(db, id));
      if (!listing) return sendProblem(reply, 'not_found');
      const text = JSON.stringify(oEmbedOf(appUrl, listing, room));
      return sendShared(request, reply, text, {
        type: 'application/json; charset=utf-8',
        maxAgeSeconds: 300,
      });
    },
  );
}
