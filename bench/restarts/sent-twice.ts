import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testFolder } from '#db/test-folder.ts';
import { lastingPort } from '../../scripts/lasting-port.ts';
import { behind, proxies } from './proxies.ts';

const CHANGES = ['POST', 'PATCH'] as const;

/**
 * Returns the changes that a proxy sent more than once, and the reads that it did not repeat. The two
 * processes behind it lose every reply, like a process that is killed after its commit.
 */
export async function sentTwice(): Promise<string[]> {
  const folder = testFolder();
  const found: string[] = [];
  const taken: string[] = [];
  const servers = [forgetful(taken), forgetful(taken)];
  const upstreams = await Promise.all(servers.map(listen));
  try {
    for (const proxy of proxies)
      await behind(proxy, { port: await lastingPort(), upstreams, folder }, async (url) => {
        for (const method of [...CHANGES, 'GET'] as const) {
          for (const headers of [{}, { 'idempotency-key': 'one-intention' }] as Record<string, string>[]) {
            taken.length = 0;
            const body = method === 'GET' ? null : 'a change';
            await fetch(`${url}/api/things`, { method, headers, body }).then(
              (reply) => reply.text(),
              () => '',
            );
            const isChange = method !== 'GET';
            if (isChange && taken.length !== 1) found.push(`${proxy.name}: ${method} ${taken.length} times`);
            if (!isChange && taken.length < 2) found.push(`${proxy.name}: a lost GET is not asked again`);
          }
        }
      });
  } finally {
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return found;
}

function forgetful(taken: string[]): Server {
  const read = async (request: IncomingMessage): Promise<void> => {
    for await (const _ of request);
  };
  return createServer(async (request, response) => {
    if (request.url === '/healthz' || request.url === '/readyz') return void response.end('{"ok":true}');
    await read(request);
    taken.push(request.method!);
    response.destroy();
  });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
