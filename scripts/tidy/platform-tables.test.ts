import { expect, test } from 'vitest';
import { platformTablesRule } from './platform-tables.ts';
import { report } from './source.ts';

const say = (path: string, text: string): string =>
  report(
    platformTablesRule([
      { path: 'CONTRIBUTING.md', text: '## Adding a platform\n`web/icon.tsx`\n## Style\n`web/other.ts`' },
      { path, text },
    ]),
  );

test.each([
  'const icons: Record<PostPlatform, string> = {};',
  'const rows = {} satisfies Record<ConnectablePlatform, object>;',
  "export const all = {} as const satisfies Record<Exclude<Service, 'twitch'>, object>;",
])('finds a record by platform in a file that the list does not name: %s', (text) => {
  expect(say('web/other.ts', text)).toMatch('web/other.ts:1  has a row per platform');
  expect(say('web/icon.tsx', text)).toBe('');
});

test('accepts records that may lack a platform, and records in tests', () => {
  expect(say('web/other.ts', 'const some: Partial<Record<PostPlatform, string>> = {};')).toBe('');
  expect(say('web/other.test.ts', 'const icons: Record<PostPlatform, string> = {};')).toBe('');
});
