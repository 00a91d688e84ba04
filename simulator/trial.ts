import { createHash } from 'node:crypto';
import { askedScopes } from '#contract/platforms/platform-permissions.ts';
import { services } from './services.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';
import type { Platform } from './state.ts';

export interface TestClock {
  now(): Date;
  advanceHours(hours: number): void;
}

/** A clock that only a test advances. */
export function testClock(start = '2026-11-20T09:30:00.000Z'): TestClock {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    advanceHours: (hours) => {
      now += hours * 3_600_000;
    },
  };
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body parsed by JSON.parse, without a type; null when the body is not JSON. */
  json: ReturnType<typeof JSON.parse>;
}

/** Makes an HTTP call that does not follow redirects. */
export async function call(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  return { status: response.status, headers: response.headers, text, json };
}

export function form(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) };
}

export function jsonBody(body: unknown, headers: Record<string, string> = {}, method = 'POST'): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
}

export const redirectUri = 'http://localhost:3000/api/connections/callback';
export const codeVerifier = 'a-verifier-of-more-than-forty-three-characters-0123';
/** The SHA-256 of the verifier. Each platform encodes it differently. */
export const digest = createHash('sha256').update(codeVerifier).digest();

/** Twitch identifies an account without a scope, so the app asks for none there. */
const scopesOf = (platform: Platform): string[] =>
  platform === 'twitch' ? ['user:read:email', 'openid'] : askedScopes(platform);

/** Returns the URL of the authorize page as an app builds it. */
export function authorizeUrl(
  simulator: Simulator,
  platform: Platform,
  extra: Record<string, string> = {},
): string {
  const { page, clientParameter, challengeEncoding = 'base64url' } = services[platform].consent;
  const query = new URLSearchParams({
    [clientParameter]: 'app',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopesOf(platform).join(page!.scopeSeparator),
    state: 'the-state',
    code_challenge: digest.toString(challengeEncoding),
    code_challenge_method: 'S256',
    ...extra,
  });
  return `${simulator.baseUrl}${page!.path}?${query}`;
}

/** Presses a button of the authorize page; returns the redirect's URL. */
export async function decide(
  page: string,
  decision: 'allow' | 'deny',
  handle: string,
  withhold?: string,
): Promise<URL> {
  const reply = await call(page, form({ decision, handle, ...(withhold && { withhold }) }));
  return new URL(reply.headers.get('location') ?? '');
}

/** Presses Allow and returns the redirect's code. */
export async function codeFor(simulator: Simulator, platform: Platform, handle: string): Promise<string> {
  return (await decide(authorizeUrl(simulator, platform), 'allow', handle)).searchParams.get('code') ?? '';
}

/** Completes a consent and returns the platform's token reply. */
export async function connect(
  simulator: Simulator,
  platform: Platform,
  handle: string,
): Promise<Reply['json']> {
  const { clientParameter, endpoints } = services[platform].consent;
  const fields = {
    ...{ grant_type: 'authorization_code', code: await codeFor(simulator, platform, handle) },
    ...{ redirect_uri: redirectUri, code_verifier: codeVerifier },
    ...{ [clientParameter]: 'app', client_secret: 'secret' },
  };
  const { json } = await call(simulator.baseUrl + endpoints[0]!.url, form(fields));
  if (platform !== 'instagram') return json;
  const query = new URLSearchParams({
    grant_type: 'ig_exchange_token',
    client_secret: 'secret',
    access_token: json.access_token,
  });
  return (await call(`${simulator.urls.instagramGraph}/access_token?${query}`)).json;
}

export interface Trial {
  simulator: Simulator;
  clock: TestClock;
}

/** Starts a simulator on a free port with a stopped clock. */
export async function startTrial(options: Partial<SimulatorOptions> = {}): Promise<Trial> {
  const clock = testClock();
  const simulator = await startSimulator({ clock, stateFile: null, slowMilliseconds: 300, ...options });
  return { simulator, clock };
}
