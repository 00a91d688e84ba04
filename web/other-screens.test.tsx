import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mailAddressRoutes } from '#contract/mail-addresses.ts';
import { StatusBadge } from './nouns/status-badge.tsx';
import { type Answer, answer, rendered, screen, signedIn } from './testing/screen.tsx';

const subject = answer(
  mailAddressRoutes.unsubscribeSubject,
  { query: { token: 'mailed' } },
  { about: 'Messages', ended: false },
);

async function says(path: string, answers: Answer[], ...texts: string[]) {
  const { text, html } = await screen(path, answers);
  for (const one of texts) expect(text).toContain(one);
  return { text, html };
}

test('/auth asks for the type first, then shows it above the form with a Change link', async () => {
  await says('/auth', [signedIn(null)], 'Host', 'Streamer / YouTuber', 'Clipper', 'Content Creator');
  for (const [role, who] of [
    ['host', 'Host Streamer / YouTuber Change'],
    ['clipper', 'Clipper Content Creator Change'],
  ] as const)
    await says(
      `/auth?role=${role}`,
      [signedIn(null)],
      who,
      'Continue with Google',
      'Email',
      'Password',
      'Confirm password',
      'Create Account',
    );
});

test('mode=login opens the login form, with the two demo accounts', async () => {
  await says(
    '/auth?mode=login',
    [signedIn(null)],
    'Sign In',
    'Email',
    'Password',
    'Demo host',
    'Demo clipper',
  );
});

test('the page of each mailed link requires a press before anything happens', async () => {
  const pages: [path: string, answers: Answer[], button: string][] = [
    ['/verify-email?token=mailed&next=%2Fexplore', [], 'Verify my email'],
    ['/verify-email?address=mailed', [], 'Confirm this address'],
    ['/reset-password?token=mailed', [], 'Set password'],
    ['/unsubscribe?token=mailed', [subject], 'Stop them'],
  ];
  for (const [path, answers, button] of pages) await says(path, [signedIn(null), ...answers], button);
});

test('no page of a mailed link changes anything while it opens', () => {
  const pages = ['accounts/verify-link', 'accounts/reset-form', 'notifications/mailed-link'];
  for (const page of pages) {
    const source = readFileSync(new URL(`features/${page}.tsx`, import.meta.url), 'utf8');
    expect(source, page).not.toMatch(/useEffect|queryFn|\bcall\(/);
    expect(source, page).toMatch(/useAction\(/);
  }
});

test('while the session is unknown, a guarded page and /dashboard show a spinner', async () => {
  for (const path of ['/host/budget', '/clipper/earnings', '/dashboard', '/admin']) {
    const { html } = await screen(path, []);
    expect(html).toContain('role="status"');
    expect(html).not.toContain('<main');
  }
});

test('/admin shows its login form to everyone who is not an admin', async () => {
  for (const role of [null, 'host', 'clipper'] as const) {
    const { text } = await says('/admin', [signedIn(role)], 'Username', 'Password', 'Access Admin Panel');
    expect(text).not.toContain('Logout');
  }
});

test.each([
  ['Approved', 'green'],
  ['Pending', 'amber'],
  ['Rejected', 'red'],
  ['Withdrawn', 'muted'],
  ['Anything else', 'muted'],
])('the badge of the status %s is %s and has an icon', async (status, tone) => {
  const { html, text } = await rendered(<StatusBadge status={status} />, []);
  expect(html.match(/\btext-(green|amber|red|blue|muted)\b/g)).toEqual([`text-${tone}`]);
  expect(html).toContain('<svg');
  expect(text.trim()).toBe(status);
});

test('the colors green, amber and red have the hue of their name in both themes', () => {
  const tokens = readFileSync(new URL('ui/tokens.css', import.meta.url), 'utf8');
  for (const [name, from, to] of [
    ['green', 90, 165],
    ['amber', 30, 60],
    ['red', -20, 20],
  ] as const) {
    const colors = [...tokens.matchAll(new RegExp(`--color-${name}: #(..)(..)(..);`, 'g'))];
    expect(colors).toHaveLength(2);
    for (const [, ...parts] of colors) {
      const hue = hueOf(parts.map((part) => Number.parseInt(part, 16)));
      expect(hue > from && hue < to).toBe(true);
    }
  }
});

/** Returns the hue in degrees on the colour wheel, from -180 to 180; red is 0. */
const hueOf = ([red = 0, green = 0, blue = 0]: number[]): number =>
  Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * (180 / Math.PI);
