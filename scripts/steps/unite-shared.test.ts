import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closure } from './chunks.mjs';
import { uniteShared } from './unite-shared.mjs';

type Script = { bytes: number; imports: string[]; isPage?: boolean };

const chunksOf = (scripts: Record<string, Script>) =>
  Object.fromEntries(
    Object.entries(scripts).map(([file, { bytes, imports, isPage = false }]) => [
      file,
      {
        ...{ file, imports, code: 'x'.repeat(bytes), moduleIds: [`${file}.ts`] },
        ...{ isEntry: false, isDynamicEntry: isPage },
      },
    ]),
  );

/** Returns each page as a visit with a cached app, except the named first pages. */
const visitsOf = (chunks: ReturnType<typeof chunksOf>, first: string[] = []) =>
  Object.values(chunks)
    .filter(({ isDynamicEntry }) => isDynamicEntry)
    .map(({ file }) => ({ files: closure(chunks, file), isFirst: first.includes(file) }));

function unite(scripts: Record<string, Script>, first: string[] = []) {
  const chunks = chunksOf(scripts);
  return Object.fromEntries(uniteShared(chunks, visitsOf(chunks, first)));
}

test('scripts of the same pages are merged, and a page keeps its own', () => {
  const page = { bytes: 500, imports: ['field', 'table'], isPage: true };
  const names = unite({
    ...{ listings: page, payouts: page },
    ...{ field: { bytes: 100, imports: [] }, table: { bytes: 30_000, imports: [] } },
  });
  expect(names).toEqual({ 'field.ts': 'shared-0', 'table.ts': 'shared-0' });
});

test('no visit loads much that only other pages need, and a first visit hardly anything', () => {
  const scripts = {
    ...{ landing: { bytes: 500, imports: ['icon'], isPage: true } },
    ...{ payouts: { bytes: 500, imports: ['icon', 'table'], isPage: true } },
    ...{ icon: { bytes: 100, imports: [] }, table: { bytes: 2_000, imports: [] } },
  };
  expect(unite(scripts)).toEqual({ 'icon.ts': 'shared-0', 'table.ts': 'shared-0' });
  expect(unite(scripts, ['landing'])).toEqual({});
  expect(unite({ ...scripts, table: { bytes: 30_000, imports: [] } })).toEqual({});
});

test('no visit loads what only the imports of another page’s small script contain', () => {
  const page = (imports: string[]) => ({ bytes: 500, imports, isPage: true });
  const names = unite({
    ...{ shell: page(['menu']), listings: page(['menu', 'counts']), payouts: page(['menu', 'counts']) },
    ...{ menu: { bytes: 100, imports: [] }, counts: { bytes: 100, imports: ['contract'] } },
    contract: { bytes: 90_000, imports: [] },
  });
  expect(names['menu.ts']).toBeUndefined();
  expect(names['counts.ts']).toBe(names['contract.ts']);
});

const graph = fc
  .array(
    fc.record({
      bytes: fc.integer({ min: 1, max: 20_000 }),
      isPage: fc.boolean(),
      picks: fc.array(fc.nat(), { maxLength: 4 }),
    }),
    { minLength: 2, maxLength: 14 },
  )
  .map((scripts) =>
    Object.fromEntries(
      scripts.map(({ picks, ...script }, nth): [string, Script] => [
        `s${nth}`,
        { ...script, imports: nth === 0 ? [] : [...new Set(picks.map((pick) => `s${pick % nth}`))] },
      ]),
    ),
  );

test('no two files import each other, whatever the imports, and no page’s own file is merged', () => {
  fc.assert(
    fc.property(graph, (scripts) => {
      const names = unite(scripts);
      const fileOf = (script: string) => names[`${script}.ts`] ?? script;
      const imported = new Map<string, Set<string>>();
      for (const [script, { imports, isPage }] of Object.entries(scripts)) {
        if (isPage) expect(names[`${script}.ts`]).toBeUndefined();
        const file = fileOf(script);
        const others = imports.map(fileOf).filter((other) => other !== file);
        imported.set(file, new Set([...(imported.get(file) ?? []), ...others]));
      }
      const leadsTo = (from: string, seen = new Set<string>()): Set<string> => {
        for (const next of imported.get(from) ?? []) if (!seen.has(next)) leadsTo(next, seen.add(next));
        return seen;
      };
      for (const file of imported.keys()) expect(leadsTo(file).has(file)).toBe(false);
    }),
  );
});
