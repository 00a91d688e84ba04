import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';
import { testFolder } from './test-folder.ts';

const ROUNDS = 20;
const WRITERS = 3;
const dataDir = testFolder();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function connect({ ownerUrl }: Embedded): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Writes rows until the connection breaks. `acknowledged` gets a row's number once its commit was answered.
 */
async function writeUntilBroken(
  client: pg.Client,
  next: () => number,
  acknowledged: number[],
): Promise<void> {
  try {
    for (;;) {
      const number = next();
      await client.query('insert into written values ($1)', [number]);
      acknowledged.push(number);
    }
  } catch {
    await client.end().catch(() => undefined);
  }
}

test(`${ROUNDS} kill -9 of PostgreSQL during writes lose no acknowledged row`, async () => {
  const acknowledged: number[] = [];
  let last = 0;
  let embedded = await startEmbedded({ dataDir });
  const setUp = await connect(embedded);
  await setUp.query('create table written (number int4 primary key)');
  await setUp.end();
  for (let round = 0; round < ROUNDS; round += 1) {
    const clients = await Promise.all(Array.from({ length: WRITERS }, () => connect(embedded)));
    const writing = clients.map((client) => writeUntilBroken(client, () => ++last, acknowledged));
    // The test varies the time of the kill, so there is no condition to wait for.
    await wait(5 + ((round * 7) % 40));
    process.kill(embedded.pid, 'SIGKILL');
    await Promise.all(writing);
    await embedded.stop();
    embedded = await startEmbedded({ dataDir });
  }
  const client = await connect(embedded);
  const { rows } = await client.query<{ number: number }>('select number from written');
  await client.end();
  await embedded.stop();
  const kept = new Set(rows.map(({ number }) => number));
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
});
