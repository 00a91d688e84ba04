import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { routes } from '#contract/routes.ts';
import type { RouteSpec } from '#contract/wire/route.ts';

const specs: Record<string, RouteSpec> = { ...routes, ...adminRoutes };

test('every act of an admin that may wait for a second admin says so instead of failing', () => {
  const silent: string[] = [];
  let calls = 0;
  const folder = import.meta.dirname;
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx') || file.endsWith('.test.tsx')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [call] of text.matchAll(/useAction\([^{)]*/g))
      for (const [, name = ''] of call.matchAll(/outes\.(\w+)/g)) {
        calls++;
        const waits = specs[name]!.errors?.includes('second_admin_needed');
        if (waits && !text.includes('refusedOrNoted')) silent.push(`${file}: ${name}`);
      }
  }
  expect(calls).toBeGreaterThan(10);
  expect(silent).toEqual([]);
});
