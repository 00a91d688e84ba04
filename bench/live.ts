import { type ChildProcess, fork } from 'node:child_process';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase } from '#server/infra/db.ts';
import { createLog } from '#server/infra/log.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { announceCommits } from '#server/modules/events/announce.ts';
import { writeEvent } from '#server/modules/events/events.ts';
import { createActor, type TestActor } from '#server/testing/actor.ts';
import type { Order } from './live/server.ts';
import { type Bench, round, row } from './result.ts';

const STREAMS = 1_000;
const EVENTS_PER_SECOND = 200;
const SECONDS = 20;
const SETTLE_MS = 3_000;

interface Measured {
  /** Milliseconds between the time in an event and its arrival, sorted. */
  delays: number[];
  rssPerStream: number;
  heapPerStream: number;
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

async function openStream(port: number, headers: Record<string, string>, take: (at: number) => void) {
  const asked = request({ port, host: '127.0.0.1', path: '/api/events', agent, headers });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end();
  });
  if (response.statusCode !== 200) throw new Error(`a stream was refused: ${response.statusCode}`);
  response.on('data', (part: Buffer) => {
    for (const [, at] of part.toString().matchAll(/"at":"([^"]+)"/g)) take(Date.parse(at!));
  });
}

const answerOf = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve) => child.once('message', (answer) => resolve(answer as T)));

async function memoryOf(child: ChildProcess): Promise<{ rss: number; heapUsed: number }> {
  await pause(SETTLE_MS);
  const answer = answerOf<{ rss: number; heapUsed: number }>(child);
  child.send({ do: 'memory' } satisfies Order);
  return await answer;
}

/** Opens the streams one after the other, then `write` sends events to individual ones at a steady pace. */
async function measure(
  args: string[],
  people: TestActor[],
  write: (child: ChildProcess, to: number) => unknown,
): Promise<Measured> {
  const child = fork(new URL('./live/server.ts', import.meta.url), args, {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const { port } = await answerOf<{ port: number }>(child);
  const delays: number[] = [];
  const take = (at: number) => delays.push(Date.now() - at);
  // The first streams and statements are left out, because they have one-time costs.
  for (const one of people.slice(0, 20)) await openStream(port, headersOf(one), take);
  const before = await memoryOf(child);
  for (const one of people.slice(20)) await openStream(port, headersOf(one), take);
  const after = await memoryOf(child);
  const count = people.length - 20;
  for (let sent = 0, from = Date.now(); sent < SECONDS * EVENTS_PER_SECOND; sent++) {
    void write(child, sent % people.length);
    await pause(Math.max(0, from + (sent * 1_000) / EVENTS_PER_SECOND - Date.now()));
  }
  await pause(SETTLE_MS);
  child.kill();
  return {
    delays: delays.toSorted((a, b) => a - b),
    rssPerStream: (after.rss - before.rss) / count,
    heapPerStream: (after.heapUsed - before.heapUsed) / count,
  };
}

const headersOf = ({ headers }: TestActor) => ({ ...headers, accept: 'text/event-stream' });
const at = (sorted: number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

function rowsOf(product: Measured, plain: Measured) {
  const less = { lowerIsBetter: true };
  const delay = (name: string, share: number, target: number | null) =>
    row({
      ...{ name, unit: 'ms', target, ...less },
      value: at(product.delays, share),
      baseline: at(plain.delays, share),
    });
  const memory = (name: string, of: 'rssPerStream' | 'heapPerStream', target: number | null) =>
    row({
      ...{ name, unit: 'kB', target, ...less },
      value: round(product[of] / 1_000),
      baseline: round(plain[of] / 1_000),
    });
  const lost = SECONDS * EVENTS_PER_SECOND - product.delays.length;
  return [
    delay('from commit to arrival, median', 0.5, null),
    delay('from commit to arrival, p99', 0.99, 500),
    row({ name: 'events that did not arrive', value: lost, unit: '', baseline: null, target: 0, ...less }),
    memory('memory of a stream, resident', 'rssPerStream', 20),
    memory('memory of a stream, heap', 'heapPerStream', null),
  ];
}

async function makePeople(db: Database): Promise<TestActor[]> {
  const people: TestActor[] = [];
  for (let i = 0; i < STREAMS; i++) people.push(await createActor(db, { role: 'clipper' }));
  return people;
}

/**
 * Opens a thousand streams of one process; another process commits 200 events a second, each for one person.
 * The baseline is a plain server of server-sent events that receives its lines directly.
 */
export const bench: Bench = async () => {
  const cluster = await startEmbedded({});
  try {
    const { appUrl } = await migrate(cluster);
    const { db, close } = createDatabase(appUrl, { max: 5 });
    const endAnnouncing = announceCommits(db, createLog('error'));
    const people = await makePeople(db);
    const product = await measure([appUrl], people, (_child, to) =>
      transact(db, (tx) => writeEvent(tx, 'bench.event', { accountIds: [people[to]!.accountId] })),
    );
    const plain = await measure([], people, (child, to) => child.send({ do: 'write', to } satisfies Order));
    await endAnnouncing();
    await close();
    return {
      rows: rowsOf(product, plain),
      total: { streams: STREAMS, eventsPerSecond: EVENTS_PER_SECOND, seconds: SECONDS },
    };
  } finally {
    await cluster.stop();
  }
};
