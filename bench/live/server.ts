import { createServer as createPlainServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '#server/http/server.ts';
import { systemClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { listenAt } from '#server/infra/listen.ts';
import { createLog } from '#server/infra/log.ts';
import { noReplica } from '#server/infra/read-replica.ts';
import { TEST_APP_URL, testReadActor } from '#server/testing/actor.ts';
import { testModules } from '#server/testing/modules.ts';

/** Messages of the measuring process. `write` is for the plain server, which has no database. */
export type Order = { do: 'memory' } | { do: 'write'; to: number };

/** Starts the product's route with its database, in a separate process. */
async function startProduct(databaseUrl: string): Promise<number> {
  const { db } = createDatabase(databaseUrl, { max: 10 });
  const log = createLog('silent');
  const limits = { mostPerAddress: null };
  const server = await createServer({ appUrl: TEST_APP_URL, trustProxy: false, log, limits });
  const [events] = testModules(db, systemClock, ['events'], { listen: listenAt(databaseUrl) });
  events.routes?.({ server, db, replica: noReplica(db), clock: systemClock, readActor: testReadActor(db) });
  await server.listen({ host: '127.0.0.1', port: 0 });
  return (server.server.address() as AddressInfo).port;
}

const plainStreams: ServerResponse[] = [];

/**
 * Starts the same streams without sessions, database and limits, which is the minimum cost of a line per
 * stream.
 */
async function startPlain(): Promise<number> {
  const server = createPlainServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n');
    plainStreams.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function write(to: number): void {
  const event = {
    id: newId(),
    kind: 'bench.event',
    at: new Date(),
    submissionId: newId(),
    listingId: newId(),
  };
  plainStreams[to]?.write(`data: ${JSON.stringify(event)}\n\n`);
}

const [databaseUrl] = process.argv.slice(2);
const port = databaseUrl ? await startProduct(databaseUrl) : await startPlain();
process.on('message', (order: Order) => {
  if (order.do === 'write') return write(order.to);
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed });
});
process.send?.({ port });
