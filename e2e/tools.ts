import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StripeAction } from '../simulator/stripe/control.ts';
import type { RunningServer } from './server.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

export interface Reconciliation {
  ok: boolean;
  invariants: { name: string; ok: boolean; detail: string }[];
}

/** A point of a post's growth: hours since it was posted, and its counters then. */
interface CurvePoint {
  hours: number;
  views: number;
  likes?: number;
  comments?: number;
  shares?: number;
}

export interface PostInput {
  platform: 'youtube' | 'tiktok' | 'instagram';
  handle: string;
  scenario?: string;
  curve?: CurvePoint[];
  caption?: string;
  postedAt?: string;
}

const WEEK_MINUTES = 7 * 24 * 60;

/**
 * Returns a story's tools besides the browser: they read mails, move the clock, create posts, and run the
 * reconciliation.
 */
export function toolsOf({ baseUrl, dataDir }: Pick<RunningServer, 'baseUrl' | 'dataDir'>) {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(baseUrl + path, {
      method,
      headers: { origin: baseUrl, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    const text = await reply.text();
    return (text ? JSON.parse(text) : null) as T;
  };
  const outbox = (): Promise<Mail[]> => call('GET', '/dev/outbox');
  const advance = (by: string, step?: string): Promise<{ now: string }> =>
    call('POST', '/dev/clock', { advance: by, step });
  return {
    /** Every mail, newest first. */
    outbox,
    /** Returns the newest mail to this address whose subject matches. */
    async mailTo(address: string, subject: RegExp): Promise<Mail> {
      const mails = await outbox();
      const mail = mails.find(({ to, subject: actual }) => to === address && subject.test(actual));
      if (!mail)
        throw new Error(
          `No mail ${subject} to ${address}; there are: ${mails.map((m) => `${m.to}: ${m.subject}`).join('; ')}`,
        );
      return mail;
    },
    /**
     * Moves the server's clock ("48h", "30m", "3d") and runs the jobs that become due. Long steps suit
     * stories that don't depend on the time between.
     */
    advance,
    /**
     * Moves the clock past Monday 09:00 UTC if that is within these hours. The weekly run then pays all that
     * is available.
     */
    async passWeeklyRun(hours: number): Promise<void> {
      const { now } = await advance('1m');
      const sinceRun = (Date.parse(now) / 60_000 - (4 * 24 + 9) * 60) % WEEK_MINUTES;
      const minutes = Math.ceil(WEEK_MINUTES - sinceRun) + 1;
      if (minutes <= hours * 60) await advance(`${minutes}m`, '6h');
    },
    /** Makes a post of a simulated account; returns its URL. */
    makePost: async (post: PostInput): Promise<string> =>
      (await call<{ url: string }>('POST', '/dev/simulator/videos', post)).url,
    /** Changes visibility or caption of a post at its platform. */
    changePost: (change: {
      platform: PostInput['platform'];
      id: string;
      visibility?: 'public' | 'unlisted' | 'private' | 'deleted';
      caption?: string;
    }): Promise<unknown> => call('PATCH', '/dev/simulator/videos', change),
    /** Removes the app as the person does in the platform's own settings. */
    disconnect: (account: { platform: PostInput['platform']; handle: string }): Promise<unknown> =>
      call('POST', '/dev/simulator/disconnect', account),
    /** Makes a simulated service slow, down, rate-limited, garbled or ok again. */
    setFault: (fault: { service: string; mode: string; minutes: number }): Promise<unknown> =>
      call('PATCH', '/dev/simulator/faults', fault),
    /** Performs an act of a bank, a cardholder or the operator at the simulated Stripe. */
    atStripe: (action: StripeAction): Promise<unknown> => call('PATCH', '/dev/simulator/stripe', action),
    /** Returns the reconciliation, as the operator's command prints it. */
    reconcile: async (): Promise<Reconciliation> =>
      JSON.parse(await operate(dataDir, 'reconcile')) as Reconciliation,
    /** Creates another admin by the operator's command. */
    createAdmin: async ({ username, password }: { username: string; password: string }): Promise<void> => {
      await operate(dataDir, 'create-admin', username, { ADMIN_PASSWORD: password });
    },
  };
}

/** Runs an operator's command beside the server; returns its output, even when it exits with 1. */
async function operate(
  dataDir: string,
  name: string,
  arg?: string,
  env: Record<string, string> = {},
): Promise<string> {
  const root = join(import.meta.dirname, '..');
  const args = ['dist/server/cli.js', name, ...(arg ? [arg] : [])];
  const options = { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env } };
  try {
    return (await promisify(execFile)(process.execPath, args, options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    if (stdout) return stdout;
    throw new Error(`${name} failed: ${stderr}`, { cause: error });
  }
}
