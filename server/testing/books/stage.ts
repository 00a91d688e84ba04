import { type Caller, callerOf, type Exchange } from './caller.ts';
import type { Reconciliation } from './shown.ts';

export const ADMINS = [
  { username: 'books_admin', password: 'ledger-of-lisbon-41' },
  { username: 'second_admin', password: 'journal-of-porto-17' },
] as const;
type Admin = (typeof ADMINS)[number];
const CONFIRMED_FOR_MS = 10 * 60_000;

/** The environment of a server that the model can use. */
export const STAGE_ENV = {
  DEMO: '1',
  DEMO_MARKET: '0',
  DEV_TOOLS: '1',
  // Users send different X-Forwarded-For addresses, so that rate limits apply to each separately.
  TRUST_PROXY: '1',
  ADMIN_USERNAME: ADMINS[0].username,
  ADMIN_PASSWORD: ADMINS[0].password,
};

interface Watch {
  /** Returns the whole minutes until the clock stops next. */
  untilStop(now: Date): number;
  look(now: Date): Promise<void>;
}

/** A server in demo mode with dev tools and signed-in admins. */
export interface Stage {
  readonly baseUrl: string;
  /** Every reply that arrived at a person. */
  readonly replies: Exchange[];
  /** Makes the client of a person. */
  newCaller(): Caller;
  now(): Promise<Date>;
  /** Looks at the server at certain times while the clock advances; absent for nobody. */
  watch?: Watch;
  /** Advances the server's clock by whole minutes and runs the jobs that become due. */
  advance(minutes: number): Promise<Date>;
  /** Advances to a quiet minute of the hour, in which no counts are due. */
  settleIn(): Promise<Date>;
  /** An admin whose acts a second one repeats when the day's sums require two. */
  admin(): Promise<Caller>;
  /** An admin whose acts nobody repeats. */
  oneAdmin(): Promise<Caller>;
  /** The second admin, who approves large amounts. */
  secondAdmin(): Promise<Caller>;
  tool(method: 'POST' | 'PATCH', path: string, body: object): Promise<unknown>;
  mailLink(to: string): Promise<string>;
  /** Returns the payments that PayPal has. */
  payments(): Promise<{ senderItemId: string; state: string; value: string }[]>;
  /** Returns all invariants of the ledger. */
  reconcile(): Promise<Reconciliation['invariants']>;
  /** The number of actions between two reconciliations. */
  readonly reconciledEvery: number;
  stop(): Promise<void>;
}

interface Served {
  baseUrl: string;
  /** The port of the simulated services on this machine. */
  simulatorPort: string;
  stop(): Promise<void>;
}

/**
 * Actions run in these minutes of an hour, after the jobs of the full hour and before those of the half hour.
 */
const QUIET = { from: 8, to: 26, target: 11 };

/** Returns the stage of a running server that has `STAGE_ENV` and both admins. */
export function stageOn({ baseUrl, simulatorPort, stop }: Served): Stage {
  const replies: Exchange[] = [];
  const note = (exchange: Exchange) => void replies.push(exchange);
  const tools = callerOf(baseUrl);
  const confirmed = new Map<string, { caller: Caller; since: number }>();
  const signedIn = async (admin: Admin, second?: () => Promise<Caller>): Promise<Caller> => {
    const name = `${admin.username} ${second ? 'and another' : 'alone'}`;
    const known = confirmed.get(name);
    if (known && Date.now() - known.since < CONFIRMED_FOR_MS) return known.caller;
    const caller = callerOf(baseUrl, { second, note });
    await caller.ask('/api/auth/admin-login', admin);
    confirmed.set(name, { caller, since: Date.now() });
    return caller;
  };
  const move = async (minutes: number): Promise<Date> =>
    new Date((await tools.ask('/dev/clock', { advance: `${minutes}m` })).now);
  const stage: Stage = {
    baseUrl,
    replies,
    newCaller: () => callerOf(baseUrl, { note }),
    now: async () => new Date((await tools.read<{ now: string }>('/api/session')).now),
    async advance(minutes) {
      let now = await stage.now();
      const { watch } = stage;
      if (!watch) return await move(minutes);
      const until = now.getTime() + minutes * 60_000;
      const left = () => Math.max(0, Math.round((until - now.getTime()) / 60_000));
      for (let stop = watch.untilStop(now); stop < left(); stop = watch.untilStop(now)) {
        now = await move(stop);
        await watch.look(now);
      }
      return await move(left());
    },
    async settleIn() {
      const now = await stage.now();
      const minute = now.getUTCMinutes();
      if (minute >= QUIET.from && minute < QUIET.to) return now;
      return await stage.advance((60 + QUIET.target - minute) % 60);
    },
    admin: () => signedIn(ADMINS[0], stage.secondAdmin),
    oneAdmin: () => signedIn(ADMINS[0]),
    secondAdmin: () => signedIn(ADMINS[1]),
    tool: async (method, path, body) => {
      const reply = await tools.send(method, path, body);
      if (reply.status >= 300)
        throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
    async mailLink(to) {
      const mails = await tools.read<{ to: string; links: string[] }[]>('/dev/outbox');
      return mails.find((mail) => mail.to === to)!.links[0]!;
    },
    // The endpoint allows only a few reconciliations per minute.
    reconciledEvery: 25,
    async reconcile() {
      const reply = await (await stage.admin()).ask('/api/admin/reconciliation');
      return (reply as unknown as Reconciliation).invariants;
    },
    async payments() {
      const reply = await fetch(`http://127.0.0.1:${simulatorPort}/control/paypal`);
      return (await reply.json()) as Awaited<ReturnType<Stage['payments']>>;
    },
    stop,
  };
  return stage;
}
