import { expect, test } from './story.ts';

/** The number of kills. `npm run bench -- faults` runs longer, and also kills PostgreSQL. */
const ROUNDS = 6;
const WORKERS = 6;
const TEN_DOLLARS = 10_000_000n;

interface Intention {
  key: string;
  path: string;
  body: object;
}

/** Makes a person's calls as the web app does: a retry after a lost reply has the same key. */
class Caller {
  readonly #baseUrl: string;
  readonly #cookie: string;
  constructor(baseUrl: string, cookie: string) {
    this.#baseUrl = baseUrl;
    this.#cookie = cookie;
  }

  static async demo(baseUrl: string, role: 'host' | 'clipper'): Promise<Caller> {
    const reply = await fetch(`${baseUrl}/api/auth/demo-login`, {
      method: 'POST',
      headers: { origin: baseUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ role }),
    });
    const cookie = reply.headers.getSetCookie().map((line) => line.split(';')[0]!);
    return new Caller(baseUrl, cookie.join('; '));
  }

  async get<T>(path: string): Promise<T> {
    const reply = await fetch(this.#baseUrl + path, { headers: { cookie: this.#cookie } });
    return (await reply.json()) as T;
  }

  /** Returns the status. Throws when the connection breaks, so that the effect is unknown. */
  async send({ key, path, body }: Intention): Promise<number> {
    const reply = await fetch(this.#baseUrl + path, {
      method: 'POST',
      headers: {
        cookie: this.#cookie,
        origin: this.#baseUrl,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    await reply.arrayBuffer();
    return reply.status;
  }
}

test('nothing acknowledged is lost or done twice when the server is killed repeatedly under load', async ({
  app,
}) => {
  test.setTimeout(600_000);
  const host = await Caller.demo(app.baseUrl, 'host');
  const overview = () => host.get<{ balanceMicros: string; totalBudgetMicros: string }>('/api/host/overview');
  const listings = await host.get<{ rows: { id: string }[] }>('/api/host/listings');
  const before = await overview();
  const done = { deposit: 0n, topUp: 0n };
  const open: Intention[] = [];

  for (let round = 0; round < ROUNDS; round++) {
    const killAfter = 2 + ((round * 7) % 11);
    let acknowledged = 0;
    let crash: Promise<void> | null = null;
    const work = async (worker: number): Promise<void> => {
      for (;;) {
        const intention =
          open.shift() ?? next(round, worker, listings.rows[worker % listings.rows.length]!.id);
        const status = await host.send(intention).catch(() => null);
        if (status === null || status >= 500) {
          open.push(intention);
          return;
        }
        expect(status).toBe(200);
        done[intention.path === '/api/deposits/test-card' ? 'deposit' : 'topUp'] += TEN_DOLLARS;
        acknowledged++;
        if (acknowledged >= killAfter) crash ??= app.crashAndRestart();
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
    await crash;
  }
  // Requests interrupted by the last kill are repeated with their keys, as when a person presses the button
  // again.
  for (const intention of open) {
    expect(await host.send(intention)).toBe(200);
    done[intention.path === '/api/deposits/test-card' ? 'deposit' : 'topUp'] += TEN_DOLLARS;
  }

  const after = await overview();
  expect(BigInt(after.totalBudgetMicros) - BigInt(before.totalBudgetMicros)).toBe(done.topUp);
  expect(BigInt(after.balanceMicros) - BigInt(before.balanceMicros)).toBe(done.deposit - done.topUp);
  const reconciliation = await app.reconcile();
  expect(reconciliation.invariants.filter((invariant) => !invariant.ok)).toEqual([]);
});

let made = 0;
/** Draws the next call. There are two deposits for each top-up, so that the balance is never used up. */
function next(round: number, worker: number, listingId: string): Intention {
  made++;
  const key = `crash-${round}-${worker}-${made}`;
  const body = { amountMicros: TEN_DOLLARS.toString() };
  return made % 3 === 0
    ? { key, path: `/api/listings/${listingId}/top-up`, body }
    : { key, path: '/api/deposits/test-card', body };
}
