import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rules = readFileSync('ops/alerts.yml', 'utf8');
const named = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);

function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
    .join('\n');
}

test('each alert has its paragraph in the runbook, and the runbook no other', () => {
  const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(headings).toEqual(named);
});

test('each alert asks for figures that the server gives', () => {
  const given = sources('server');
  const asked = new Set(
    rules.match(/\b(?:permille|http)_\w+/g)!.map((name) => name.replace(/_(?:bucket|count)$/, '')),
  );
  expect([...asked].filter((name) => !given.includes(`'${name}'`))).toEqual([]);
});
