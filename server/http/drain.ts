import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { HealthCheck } from '#server/infra/health-check.ts';

/** Connections that were accepted last have brought their request by then. */
const LAST_REQUESTS_MS = 500;

export interface Drain {
  /** Fails from the beginning of the drain on, so that a proxy sends its requests elsewhere. */
  check: HealthCheck;
  /** Answers requests for as long as proxies may need to turn away. Afterwards nothing listens. */
  run(): Promise<void>;
}

/**
 * Lets proxies turn away from this process before it stops (docs/decisions/0059): /readyz fails, every reply ends its connection,
 * and requests are answered as before. Without it a request that crosses the stop is refused, and a proxy must not repeat a POST.
 * @param ms 0: nobody sends these requests elsewhere, so the stop does not wait
 */
export function registerDrain(
  server: FastifyInstance,
  ms: number,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Drain {
  let isDraining = false;
  const open = new Set<ServerResponse>();
  // Also for replies that routes write themselves, such as uploads and streams of events.
  server.addHook('onRequest', async (_request, { raw }) => {
    if (isDraining) endWith(raw);
    open.add(raw);
    raw.once('close', () => open.delete(raw));
  });
  return {
    check: { name: 'Process', problem: async () => (isDraining ? 'It is stopping.' : null) },
    async run() {
      isDraining = true;
      for (const response of open) endWith(response);
      if (ms === 0) return;
      await pause(ms);
      await stopListening(server.server);
      await pause(LAST_REQUESTS_MS);
    },
  };
}

/** Has the connection end with this response, whose headers may have been sent already. */
function endWith(response: ServerResponse): void {
  response.shouldKeepAlive = false;
  const { socket } = response;
  response.once('finish', () => socket?.destroySoon());
}

/**
 * Takes no more connections, and keeps those that are open: `close` of the HTTP server would cut those whose request is on its way.
 * After a turn of the loop none waits to be accepted, for the system resets those.
 */
async function stopListening(server: Server): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  Server.prototype.close.call(server);
}
