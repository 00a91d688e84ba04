import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Runs a service on this machine until the test ends. It keeps the headers of requests, and answers 503 below
 * /broken.
 */
export async function calledService() {
  const received: IncomingHttpHeaders[] = [];
  const service = createServer((request, reply) => {
    received.push(request.headers);
    reply.writeHead(request.url?.startsWith('/broken') ? 503 : 200).end('{}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    service.close();
    service.closeAllConnections();
  });
  const { port } = service.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, received };
}
