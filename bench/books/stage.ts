import { type Killable, startKillable } from '../faults/killable.ts';
import { type Caller, callerOf } from './caller.ts';

const ADMIN = { username: 'books_admin', password: 'ledger-of-lisbon-41' };
const CONFIRMED_FOR_MS = 10 * 60_000;

/** A started server in demo mode, its tools, and an admin whose password was just entered. */
export interface Stage {
  readonly baseUrl: string;
  now(): Promise<Date>;
  /** Moves the server's clock by whole minutes and does what becomes due on the way. */
  advance(minutes: number): Promise<Date>;
  /** To the next full hour and ten minutes, away from the moments at which posts are read. */
  settleIn(): Promise<Date>;
  admin(): Promise<Caller>;
  tool(method: 'POST' | 'PATCH', path: string, body: object): Promise<unknown>;
  mailLink(to: string): Promise<string>;
  stop(): Promise<void>;
}

/** Minutes of an hour between which people act: what is due at a full or half hour is done by then. */
const QUIET = { from: 8, to: 26, target: 11 };

export async function openStage(): Promise<Stage> {
  const server: Killable = await startKillable({
    DEMO: '1',
    DEV_TOOLS: '1',
    LOG_LEVEL: 'error',
    // Each person comes from an address of their own.
    TRUST_PROXY: '1',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    PGOPTIONS: '-c synchronous_commit=off',
  });
  const { baseUrl } = server;
  const tools = callerOf(baseUrl);
  let admin: { caller: Caller; since: number } | null = null;
  const stage: Stage = {
    baseUrl,
    now: async () => new Date((await tools.read<{ now: string }>('/api/session')).now),
    async advance(minutes) {
      const { now } = await tools.ask('/dev/clock', { advance: `${minutes}m` });
      return new Date(now);
    },
    async settleIn() {
      const now = await stage.now();
      const minute = now.getUTCMinutes();
      if (minute >= QUIET.from && minute < QUIET.to) return now;
      return await stage.advance((60 + QUIET.target - minute) % 60);
    },
    async admin() {
      if (admin && Date.now() - admin.since < CONFIRMED_FOR_MS) return admin.caller;
      const caller = callerOf(baseUrl);
      await caller.ask('/api/auth/admin-login', ADMIN);
      admin = { caller, since: Date.now() };
      return caller;
    },
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
    stop: () => server.stop(),
  };
  return stage;
}
