import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  analyticsScopes,
  askedScopes,
  platformPermissions,
  releasedAnalytics,
} from '#contract/platforms/platform-permissions.ts';
import { connectablePlatforms } from '#contract/platforms/platforms.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/app-review.md'), 'utf8');

/** The text of all server sources. */
const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'))
  .map((name) => readFileSync(join(root, 'server', name), 'utf8'))
  .join('\n');

const unique = (found: Iterable<RegExpMatchArray>): string[] =>
  [...new Set([...found].map(([, text]) => text!))].sort();
const listed = unique(page.matchAll(/`APP_URL(\/[^`]+)`/g));

test('the page for app reviews lists every webhook URL, and no other', () => {
  const registered = unique(sources.matchAll(/(?:path: |\.get\()'(\/webhooks\/[^']+)'/g));
  expect(registered.length).toBeGreaterThanOrEqual(6);
  expect(listed.filter((path) => path.startsWith('/webhooks/'))).toEqual(registered);
});

test('lists every URL to which a provider redirects the browser', () => {
  const registered = unique(sources.matchAll(/'(\/api\/[^']*callback\/[^']+)'/g)).flatMap((path) =>
    path.endsWith('/:platform')
      ? connectablePlatforms.map((platform) => path.replace(':platform', platform))
      : [path],
  );
  expect(listed.filter((path) => path.startsWith('/api/'))).toEqual(registered.sort());
});

test('gives a reason for every requested scope, and for no other', () => {
  const reasons = page.slice(page.indexOf('## Scopes'), page.indexOf('## Demo video'));
  const scopes = unique(reasons.matchAll(/^\| [^|]*\| `([^`]+)` \|/gm));
  const asked = [
    ...connectablePlatforms.flatMap(askedScopes),
    ...connectablePlatforms.flatMap(analyticsScopes),
  ];
  expect(scopes).toEqual([...new Set(asked)].sort());
});

test('promises to change nothing, as every requested permission only views or reads', () => {
  expect(page).toContain('It posts nothing, changes nothing');
  const words = connectablePlatforms.flatMap((platform) => [
    ...Object.values(platformPermissions[platform]),
    ...Object.values(releasedAnalytics[platform]?.scopes ?? {}),
  ]);
  expect(words.filter((text) => !/^(View|Read) (?!.*(edit|delete|manage))/i.test(text))).toEqual([]);
});

test('lists the events that have an effect here', () => {
  const handler = readFileSync(join(root, 'server/modules/deposits/stripe/handle-event.ts'), 'utf8');
  const row = page.split('\n').find((line) => line.startsWith('| Stripe |'))!;
  const named = unique(row.matchAll(/`([a-z_.]+\.[a-z_.]+)`/g));
  expect(named).toEqual(unique(handler.matchAll(/case '([^']+)'/g)));
  expect(sources).toContain("'authorization.removed'");
});
