import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { HealthCheck } from '#server/infra/health-check.ts';

/** Time within which the last accepted connections must have sent their request. */
const LAST_REQUESTS_MS = 500;

export interface Drain {
  /** A health check that fails from the beginning of the drain, so that a proxy sends requests elsewhere. */
  check: HealthCheck;
  /**
   * Continues to answer requests for as long as proxies may need to switch. Afterwards the server no longer
   * listens.
   */
  run(): Promise<void>;
}

/**
 * Lets proxies switch to another process before this one stops (docs/decisions/0059): /readyz fails, every
 * reply closes its connection, and requests are still answered. Without the drain, requests that arrive
 * during the stop would be refused, and a proxy must not repeat a POST.
 * @param ms 0 when no proxy switches to another process, so that the stop does not wait
 */
export function registerDrain(
  server: FastifyInstance,
  ms: number,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Drain {
  let isDraining = false;
  const open = new Set<ServerResponse>();
  // The hook is registered on requests, because some routes write their replies directly, such as uploads and
  // streams of events.
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

/** Closes the connection after this response, whose headers may already be sent. */
function endWith(response: ServerResponse): void {
  response.shouldKeepAlive = false;
  const { socket } = response;
  response.once('finish', () => socket?.destroySoon());
}

/**
 * Accepts no more connections, and keeps the open ones: `close` of the HTTP server would cut those whose
 * request is in transit. First waits one turn of the event loop, because the system resets connections that
 * are not accepted yet.
 */
async function stopListening(server: Server): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  Server.prototype.close.call(server);
}
