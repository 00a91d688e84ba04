import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectablePlatforms } from '#contract/platforms/platforms.ts';
import type { Simulator } from '../simulator.ts';
import { authorizeUrl, call, decide, digest, form, startTrial } from '../trial.ts';

let simulator: Simulator;

beforeAll(async () => {
  ({ simulator } = await startTrial());
  await simulator.ensureAccount({ platform: 'tiktok', handle: 'known' });
});
afterAll(() => simulator.stop());

test.each(connectablePlatforms)(
  'the %s page says that it is simulated and labels its field',
  async (platform) => {
    const reply = await call(authorizeUrl(simulator, platform, { login_hint: 'Me_2' }));
    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(/<h1>Simulated (YouTube|TikTok|Instagram|Twitch)<\/h1>/);
    expect(reply.text).toContain('<label for="handle">');
    expect(reply.text).toContain('value="me_2"');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  },
);

test('existing accounts can be picked, and "creator" is suggested without a hint', async () => {
  const { text } = await call(authorizeUrl(simulator, 'tiktok'));
  expect(text).toContain('<option value="known">');
  expect(text).toContain('value="creator"');
});

test.each(connectablePlatforms)(
  'after Allow %s redirects with code and state, after Deny with its error',
  async (platform) => {
    const page = authorizeUrl(simulator, platform);
    const allowed = await decide(page, 'allow', '@New.One');
    expect(allowed.origin + allowed.pathname).toBe('http://localhost:3000/api/connections/callback');
    expect(allowed.searchParams.get('code')).toBeTruthy();
    expect(allowed.searchParams.get('state')).toBe('the-state');
    expect(allowed.hash).toBe(platform === 'instagram' ? '#_' : '');
    const denied = await decide(page, 'deny', 'new.one');
    expect(denied.searchParams.get('error')).toBe('access_denied');
    expect(denied.searchParams.has('code')).toBe(false);
  },
);

test.each([
  ['without an app', { client_key: '' }],
  ['to a script', { redirect_uri: 'javascript:alert(1)' }],
  ['to an address with a password', { redirect_uri: 'https://a:b@example.com/x' }],
  ['with a plain challenge', { code_challenge_method: 'plain' }],
  ['with a challenge in base64url', { code_challenge: digest.toString('base64url') }],
  ['from this machine without a challenge', { code_challenge: '' }],
  ['for a token', { response_type: 'token' }],
])('a request %s is refused on the page and never redirects', async (_what, extra) => {
  const page = authorizeUrl(simulator, 'tiktok', extra as Record<string, string>);
  for (const init of [{}, form({ decision: 'allow', handle: 'known' })]) {
    const reply = await call(page, init);
    expect(reply.status).toBe(400);
    expect(reply.headers.get('location')).toBeNull();
  }
});

test('text of an app or a person is escaped', async () => {
  const page = authorizeUrl(simulator, 'tiktok', { scope: '<img src=x onerror=alert(1)>' });
  const { text } = await call(page);
  expect(text).not.toContain('<img');
  const refused = await call(page, form({ decision: 'allow', handle: '"><b>' }));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('role="alert"');
  expect(refused.text).not.toContain('<b>');
});
