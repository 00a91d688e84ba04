import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cuts, withoutUnused } from './left-out.mjs';
import { root } from './project.mjs';

const textsOf = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => [join(root, folder, name), readFileSync(join(root, folder, name), 'utf8')] as const);

const contract = textsOf('contract', /^[a-z-]+(?<!\.test)\.ts$/);
const packages = [
  ...textsOf('node_modules/zod/v4/classic', /^schemas\.js$/),
  ...textsOf('node_modules/react-router/dist/development', /^chunk-\w+\.mjs$/),
];

/** A build of these files. @throws what fails the build */
function build(files: readonly (readonly [string, string])[]): Map<string, string> {
  const plugin = withoutUnused();
  const built = files.map(([id, text]) => [id, plugin.transform.handler(text, id).code] as const);
  plugin.buildEnd();
  return new Map(built);
}

test('every cut fits the installed packages and the contract', () => {
  const built = build([...contract, ...packages]);
  for (const [id, text] of packages.slice(0, 1)) expect(built.get(id)!.length).toBeLessThan(text.length);
});

test('a package that is written differently fails the build, wholly or in one place', () => {
  const [[schemas, text], ...router] = packages as [[string, string], ...[string, string][]];
  const without = text.replaceAll('processJSONSchema', 'describeAsJson');
  expect(() => build([...contract, [schemas, without], ...router])).toThrow('left-out.mjs');
  const oneElse = text.replace('processJSONSchema = (ctx', 'processJSONSchema =\n    (ctx');
  expect(() => build([...contract, [schemas, oneElse], ...router])).toThrow('is left in');
  expect(() => build([...contract, [schemas, text]])).toThrow('Nothing is like');
});

test('nothing of ours in the browser uses what is cut', () => {
  const ours = [...textsOf('web', /(?<!\.test)\.tsx?$/), ...contract];
  const uses = ours.flatMap(([name, text]) =>
    cuts.flatMap(({ unused }) => unused.exec(text)?.[0] ?? []).map((use) => `${name}: ${use}`),
  );
  expect(uses).toEqual([]);
});

test('of the contract only fields of objects that say who may call, or take it over, are cut', () => {
  const fields = cuts[0]!.parts.map(([part]) => part as RegExp);
  const elsewhere = contract.flatMap(([name, text]) =>
    fields.flatMap((field) =>
      [...text.matchAll(field)]
        .filter(({ index }) => !/^ *(?:access: |\.\.\.\w+,$)/m.test(objectAround(text, index)))
        .map(([cut]) => `${name}: ${cut.trim()}`),
    ),
  );
  expect(elsewhere).toEqual([]);
});

/** The text of the innermost brackets around a place. */
function objectAround(text: string, place: number): string {
  const edge = (step: 1 | -1, [opens, closes]: readonly [string, string]) => {
    let depth = 0;
    let at = place;
    for (; at >= 0 && at < text.length; at += step) {
      if (opens.includes(text[at]!)) depth++;
      if (closes.includes(text[at]!) && depth-- === 0) break;
    }
    return at;
  };
  return text.slice(edge(-1, ['})]', '{([']), edge(1, ['{([', '})]']));
}
