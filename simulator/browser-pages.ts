import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a page that people open. All other routes are for servers and tools. */
    forBrowsers?: true;
  }
}

/** Route options that mark a page for people, not for servers. */
export const FOR_BROWSERS = { config: { forBrowsers: true } } as const;

/**
 * Answers requests that another server received from browsers. They reach only pages, no API and no control.
 */
export function browserDoor(app: FastifyInstance) {
  const fromBrowsers = new WeakSet<IncomingMessage>();
  app.addHook('onRequest', async (request, reply) => {
    if (fromBrowsers.has(request.raw) && !request.routeOptions.config.forBrowsers)
      return reply.code(404).type('text/plain').send('Not found');
  });
  return (request: IncomingMessage, response: ServerResponse, url: string): void => {
    request.url = url;
    fromBrowsers.add(request);
    app.routing(request, response);
  };
}
