import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import { startLoad } from '../feed/load.ts';
import type { startDemo } from '../feed/subjects.ts';
import { idOf, type Size, SUBJECT } from './ids.ts';

const ROUNDS = 3;
const SECONDS = 0.5;
/** Numbers of connections. One measures the cost of a call, several measure its time beside other calls. */
export const CONNECTIONS = [1, 4] as const;

type Role = 'host' | 'clipper';
interface Call {
  role: Role;
  paths: string[];
}

/** The milliseconds of a call in each round. */
export interface Latency {
  p50: number[];
  p99: number[];
}
/** For each call, its latency by number of connections. */
export type Latencies = Map<string, Map<number, Latency>>;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

async function idsOf(owner: Database, kind: 'listing' | 'clip', picked: number[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select ${idOf[kind]('n')} as id from unnest(${picked}::bigint[]) n`.execute(owner);
  return rows.map(({ id }) => id);
}

/** Returns the busiest calls. Each has many URLs, so that no answer is still in the product's cache. */
async function callsOf(owner: Database, size: Size): Promise<Record<string, Call>> {
  const listings = await idsOf(
    owner,
    'listing',
    numbers(300).map((n) => Math.floor((n / 300) * size.listings)),
  );
  const clips = await idsOf(
    owner,
    'clip',
    numbers(SUBJECT.clips / 2).map((n) => n * 2),
  );
  const clipper = (paths: string[]): Call => ({ role: 'clipper', paths });
  const host = (paths: string[]): Call => ({ role: 'host', paths });
  // The minimum budget is below that of every listing, so every listing matches, and each URL is different.
  const explore = (query: (n: number) => string) =>
    clipper(numbers(2_000).map((n) => `/api/listings?${query(n)}&minFreeDollars=${n}`));
  const sorts = (path: string, names: string[]) =>
    names.flatMap((name) => [`${path}sort=${name}`, `${path}sort=-${name}`]);
  return {
    session: clipper(['/api/session']),
    'explore, newest': explore(() => 'sort=newest'),
    'explore, highest rate': explore(() => 'sort=rate'),
    'explore, most budget': explore(() => 'sort=budget'),
    'explore, fastest review': explore(() => 'sort=review'),
    'search for one listing': explore((n) => `search=moments+${n % 900}`),
    'search for a word of a few': explore((n) => `search=word${n % 97}x${n % 13}`),
    'search for a word of all': explore(() => 'search=moments'),
    "a listing's page": clipper(listings.map((id) => `/api/listings/${id}`)),
    "a clip's page": clipper(clips.map((id) => `/api/clips/${id}`)),
    'a receipt': clipper(clips.map((id) => `/api/submissions/${id}/receipt`)),
    "a clipper's submissions": clipper(sorts('/api/clipper/submissions?', ['date', 'views', 'payout'])),
    "a clipper's overview": clipper(['/api/clipper/overview']),
    "a host's review queue": host(sorts('/api/host/submissions?status=pending&', ['deadline', 'date'])),
    "a host's overview": host(['/api/host/overview']),
    "a host's listings": host(sorts('/api/host/listings?', ['date', 'spent'])),
    notifications: clipper(['/api/notifications', '/api/notifications?unread=1']),
    'unread notifications': clipper(['/api/notifications/unread']),
  };
}

/** Gives the sessions of the demo's people to the people of the world with the most listings and clips. */
async function signInSubjects(
  owner: Database,
  product: Awaited<ReturnType<typeof startDemo>>,
): Promise<Record<Role, string>> {
  const cookies = { host: await product.signIn('host'), clipper: await product.signIn('clipper') };
  for (const role of ['host', 'clipper'] as const)
    await sql`update sessions s set user_id = ${idOf[role]('0')} from users u where u.id = s.user_id and u.is_demo and u.role = ${role}`.execute(
      owner,
    );
  return cookies;
}

/** A running product on a world, and a connection as the database's owner. */
export interface Stand {
  owner: Database;
  product: Awaited<ReturnType<typeof startDemo>>;
  size: Size;
}

/** Times every call on each world in turn, in rounds of the same minutes. The first round is warm-up. */
export async function timeCalls(stands: Stand[]): Promise<Latencies[]> {
  const load = startLoad();
  const worlds = [];
  for (const { owner, product, size } of stands) {
    const cookies = await signInSubjects(owner, product);
    worlds.push({
      cookies,
      calls: await callsOf(owner, size),
      port: product.port,
      found: new Map() as Latencies,
    });
  }
  for (let turn = 0; turn <= ROUNDS; turn++) {
    for (const name of Object.keys(worlds[0]!.calls)) {
      for (const connections of CONNECTIONS) {
        for (const { cookies, calls, port, found } of worlds) {
          const { role, paths } = calls[name]!;
          const apart = Math.ceil(paths.length / connections);
          const order = { port, headers: [cookies[role]], paths, connections, apart, seconds: SECONDS };
          const { p50Ms, p99Ms, failures } = await load.send(order);
          if (failures > 0) throw new Error(`${failures} requests failed: ${name}`);
          if (turn > 0) note(found, name, connections, p50Ms, p99Ms);
        }
      }
    }
  }
  load.stop();
  return worlds.map(({ found }) => found);
}

function note(found: Latencies, name: string, connections: number, p50Ms: number, p99Ms: number): void {
  const ofCall = found.get(name) ?? found.set(name, new Map()).get(name)!;
  const latency = ofCall.get(connections) ?? ofCall.set(connections, { p50: [], p99: [] }).get(connections)!;
  latency.p50.push(p50Ms);
  latency.p99.push(p99Ms);
}
