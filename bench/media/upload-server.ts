import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createServer } from '#server/http/server.ts';
import { systemClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { createLog } from '#server/infra/log.ts';
import { noReplica } from '#server/infra/read-replica.ts';
import { testPerson } from '#server/testing/api.ts';
import { testModules } from '#server/testing/modules.ts';

/** What a server process answers: where it listens, then on each message what it used so far. */
export interface Usage {
  cpuSeconds: number;
  rssMb: number;
}

const folder = mkdtempSync(join(tmpdir(), 'permille-bench-upload-'));

/** The baseline: a request's body piped to a file. */
async function plain(): Promise<number> {
  const server = createPlainServer(async (request, response) => {
    await pipeline(request, createWriteStream(join(folder, 'plain')));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The product's route with its database, without sessions. */
async function product(): Promise<number> {
  const cluster = await startEmbedded({});
  await migrate(cluster);
  const { db } = createDatabase(cluster.ownerUrl, { max: 4 });
  const actor = await testPerson(db, 'host');
  const server = await createServer({
    appUrl: 'http://localhost:3000',
    trustProxy: false,
    log: createLog('silent'),
  });
  const [module] = testModules(db, systemClock, ['media'], { env: { DATA_DIR: folder } });
  module.routes?.({ server, db, replica: noReplica(db), clock: systemClock, readActor: async () => actor });
  await server.listen({ host: '127.0.0.1', port: 0 });
  process.once('disconnect', () => {
    void cluster.stop().finally(() => process.exit());
  });
  return (server.server.address() as AddressInfo).port;
}

process.once('disconnect', () => rmSync(folder, { recursive: true, force: true }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const rssMb = process.resourceUsage().maxRSS / 1024;
  process.send!({ cpuSeconds: (user + system) / 1e6, rssMb } satisfies Usage);
});
process.send!(await (process.argv.at(-1) === 'plain' ? plain() : product()));
if (process.argv.at(-1) === 'plain') process.once('disconnect', () => process.exit());
