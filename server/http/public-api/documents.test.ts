import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { generateSource } from 'oazapfts';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, describe, expect, test } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';
import { publicRoutesOf } from '#contract/wire/public-api.ts';
import { pagesDocument, publicDocument } from './document.ts';

const appUrl = 'https://permille.example';
const pages = pagesDocument(everyRoute, appUrl, '__Host-permille_session');
const programs = publicDocument(everyRoute, appUrl);

// Generated code imports the project's packages, so it must be below their folder.
mkdirSync('node_modules/.cache', { recursive: true });
const folder = mkdtempSync('node_modules/.cache/openapi-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rules = {
  // Two rules of the linter don't apply: it does not count 304 as a success, and a list of years has no
  // parameter that could be wrong.
  'operation-2xx-response': 'error',
  'operation-4xx-response': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-unresolved-refs': 'error',
  'no-unused-components': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'tag-description': 'error',
  'parameter-description': 'error',
} as const;

const OPTIONS =
  '--ignoreConfig --noEmit --strict --skipLibCheck --target ES2023 --lib ES2023,DOM,DOM.Iterable --types node --module ESNext --moduleResolution bundler';

/** The compiler's errors in a file; empty if there are none. */
const mistakesIn = (path: string): Promise<string> =>
  promisify(execFile)(process.execPath, [
    'node_modules/typescript/lib/tsc.js',
    ...OPTIONS.split(' '),
    path,
  ]).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout || String(error),
  );

describe.each([
  {
    address: '/api/openapi.json',
    document: pages,
    names: Object.keys(everyRoute),
    more: { 'parameter-description': 'off' } as const,
  },
  {
    address: '/api/v1/openapi.json',
    document: programs,
    names: publicRoutesOf(everyRoute).map(([name]) => name),
    more: {},
  },
])('$address', ({ address, document, names, more }) => {
  const written = join(folder, `${address.replaceAll('/', '-')}`);
  writeFileSync(written, JSON.stringify(document));

  test('a linter of OpenAPI finds nothing', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: { ...rules, ...more } });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
    ).toEqual([]);
  });

  test('oazapfts generates a client of it that type-checks and has each call', async () => {
    const code = await generateSource(written);
    for (const name of names) expect(code).toMatch(new RegExp(`export function ${name}\\b`, 'i'));
    writeFileSync(`${written}.oazapfts.ts`, code);
    expect(await mistakesIn(`${written}.oazapfts.ts`)).toBe('');
  });

  test('swagger-typescript-api generates a client of it that type-checks and has each call', async () => {
    const { files } = await generateApi({ input: written, output: false, silent: true });
    const code = files.map(({ fileContent }) => fileContent).join('\n');
    for (const name of names) expect(code).toMatch(new RegExp(`\\b${name}: \\(`));
    writeFileSync(`${written}.client.ts`, code);
    expect(await mistakesIn(`${written}.client.ts`)).toBe('');
  });
});

test('each call of the pages says whether it needs a session', () => {
  const operations = Object.values(pages.paths).flatMap((methods) => Object.values(methods));
  const securityOf = new Map(
    (operations as { operationId: string; security: object[] }[]).map(({ operationId, security }) => [
      operationId,
      security,
    ]),
  );
  for (const [name, { access }] of Object.entries(everyRoute))
    expect(securityOf.get(name), name).toEqual(
      access === 'public' ? [{}, { session: [] }] : [{ session: [] }],
    );
});
