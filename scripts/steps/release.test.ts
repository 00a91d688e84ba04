import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { nameRelease, prepareRelease } from './release.mjs';

const sum = (text: string): string => createHash('sha256').update(text).digest('hex');
const files: Record<string, string> = {
  'package.json': '{\n  "name": "permille",\n  "version": "0.9.0"\n}\n',
  'package-lock.json': '{"version":"0.9.0","packages":{"":{"version":"0.9.0"},"a":{"version":"0.9.0"}}}',
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- You can now read.\n\n## 0.9.0 (2026-11-22)\n',
  'docs/releases.md': `| release | date |\n|---|---|---|---|\n| 0.9.0 | 2026-11-22 | \`${'a'.repeat(40)}\` | 0001 |\n`,
  'db/release.ts': "export const RELEASE = '0.9.0';\nexport const LAST_RELEASE = '0.9.0';\n",
  'db/migrations/0001_a.sql': 'a\n',
  'db/migrations/0002_b.sql': 'b\r\n',
  'db/migrations/0003_c.sql': 'c\n',
  'db/releases/0.9.0.json': JSON.stringify({ '0001_a.sql': sum('a\n') }),
};

test('a release updates its version everywhere, its section below an empty Unreleased, and its list of new migrations', () => {
  const made = prepareRelease(files, '0.10.0', '2026-11-29') as Record<string, string>;
  expect(JSON.parse(made['package.json']!)).toEqual({ name: 'permille', version: '0.10.0' });
  expect(JSON.parse(made['package-lock.json']!)).toEqual({
    version: '0.10.0',
    packages: { '': { version: '0.10.0' }, a: { version: '0.9.0' } },
  });
  expect(made['CHANGELOG.md']).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.10.0 (2026-11-29)\n\n- You can now read.\n\n## 0.9.0 (2026-11-22)\n',
  );
  expect(made['db/release.ts']).toBe(
    "export const RELEASE = '0.10.0';\nexport const LAST_RELEASE = '0.9.0';\n",
  );
  expect(JSON.parse(made['db/releases/0.10.0.json']!)).toEqual({
    '0002_b.sql': sum('b\n'),
    '0003_c.sql': sum('c\n'),
  });
});

test('a version that is not above the last one is refused with the next one', () => {
  for (const version of ['', '0.9.0', '0.8.12', 'v1'])
    expect(() => prepareRelease(files, version, '2026-11-29')).toThrow(
      'Name a version above 0.9.0, such as npm run release -- 0.10.0.',
    );
});

test('the commit after a release records its hash, and later migrations must leave that release working', () => {
  const prepared = { ...files, ...prepareRelease(files, '0.10.0', '2026-11-29') };
  const named = nameRelease(prepared, 'b'.repeat(40), '2026-11-29') as Record<string, string>;
  expect(named['docs/releases.md']!.split('\n')[2]).toBe(
    `| 0.10.0 | 2026-11-29 | \`${'b'.repeat(40)}\` | 0002 to 0003 |`,
  );
  expect(named['db/release.ts']).toContain("LAST_RELEASE = '0.10.0'");
  expect(() => nameRelease({ ...prepared, ...named }, 'b'.repeat(40), '2026-11-29')).toThrow(
    'docs/releases.md names the commit of 0.10.0 already.',
  );
});
