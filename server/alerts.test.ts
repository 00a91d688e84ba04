import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { isFault } from './http/fault.ts';
import { createLog } from './infra/log.ts';
import { TEST_SECRET } from './testing/actor.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

const rules = readFileSync('ops/alerts.yml', 'utf8');
const named = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);

interface Panel {
  type: string;
  title: string;
  targets?: { expr: string }[];
}
const dashboard = JSON.parse(readFileSync('ops/grafana.json', 'utf8')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

const log = createLog('silent');
const dataDir = mkdtempSync(join(tmpdir(), 'permille-metrics-'));
let database: TestDatabase;
/** The type of each metric, as /metrics states it. */
const types = new Map<string, string>();
/** The metrics of /metrics, with the label names of those that have values now. */
const given = new Map<string, Set<string>>();

beforeAll(async () => {
  database = await testDatabase();
  const { ownerUrl: DATABASE_URL, appUrl: DATABASE_READ_URL } = database;
  const own = { SECRET: TEST_SECRET, DATA_DIR: dataDir, DATABASE_URL, DATABASE_READ_URL };
  const config = readConfig({ ...LIVE_ENV, ...own });
  const app = await createApp(config, { databaseUrl: database.appUrl, tick: false, log });
  const { body } = await app.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  await app.stop();
  for (const [, name, type] of body.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    given.set(name!, new Set());
    types.set(name!, type!);
  }
  for (const [, name, labels] of body.matchAll(/^(\w+?)(?:_bucket|_count|_sum)?\{(.*)\} /gm))
    for (const [, label] of labels!.matchAll(/(\w+)="/g)) given.get(name!)?.add(label!);
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const figuresIn = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:permille|http|process|nodejs)_\w+/g)].map(([name]) =>
    given.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ''),
  );

test('each alert has its paragraph in the runbook, and the runbook has no other', () => {
  const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(headings).toEqual(named);
});

test('a counter is named _total, and nothing else is', () => {
  const own = [...types].filter(([name]) => name.startsWith('permille_'));
  const wrong = own.filter(([name, type]) => (type === 'counter') !== name.endsWith('_total'));
  expect(own.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test('each alert has a summary in one sentence, and a link to its paragraph of the runbook', () => {
  const alerts = rules.split(/^ +- alert: /m).slice(1);
  expect(alerts.length).toBe(named.length);
  for (const [nth, alert] of alerts.entries()) {
    const [, summary = ''] = /^ +summary: '([^']+)'$/m.exec(alert) ?? [];
    expect(summary, named[nth]).toMatch(/^[A-Z{].{20,}[^.]\.$/);
    expect(alert).toContain(
      `          runbook_url: '{{ $externalLabels.runbook }}#${named[nth]!.toLowerCase()}'\n`,
    );
  }
});

test("a label in a summary exists on the alert's figure, when that has values now", () => {
  const ofPrometheus = ['instance', 'exported_job', 'mountpoint'];
  for (const alert of rules.split(/^ +- alert: /m).slice(1)) {
    const labels = figuresIn(alert).flatMap((name) => [...(given.get(name) ?? [])]);
    if (labels.length === 0) continue;
    for (const [, label] of alert.matchAll(/\$labels\.(\w+)/g))
      expect([...labels, ...ofPrometheus], alert).toContain(label);
  }
});

test('each alert uses figures that the server has', () => {
  const asked = figuresIn(rules);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !given.has(name))).toEqual([]);
});

test('each panel of the dashboard uses figures that the server has', () => {
  expect(panels.length).toBeGreaterThan(20);
  for (const { title, targets } of panels) {
    const asked = targets!.flatMap(({ expr }) => figuresIn(expr));
    if (title !== 'Processes up') expect(asked, title).not.toEqual([]);
    expect(
      asked.filter((name) => !given.has(name)),
      title,
    ).toEqual([]);
  }
});

test('every figure of ours has a panel', () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets!.flatMap(({ expr }) => figuresIn(expr))));
  const ours = [...given.keys()].filter((name) => name.startsWith('permille_'));
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
});

test('the labels in the dashboard and the alerts exist on their figures', () => {
  const labelled = [...given].filter(([, labels]) => labels.size > 0).map(([name]) => name);
  expect(labelled).toContain('permille_platform_calls_left');
  const expressions = [rules, ...panels.flatMap(({ targets }) => targets!.map(({ expr }) => expr))];
  for (const expression of expressions)
    for (const [, name, matchers] of expression.matchAll(/\b(permille_\w+)\{([^}]*)\}/g))
      for (const [, label] of matchers!.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
        if (labelled.includes(name!) && label !== 'job')
          expect([...given.get(name!)!], name).toContain(label);
});

test('the alert and the dashboard count the same faults as the server: 501 and 507 are none', () => {
  const counted = [rules, ...panels.flatMap(({ targets }) => targets!.map(({ expr }) => expr))].flatMap(
    (text) => [...text.matchAll(/\{([^}]*status=~"5[^}]*)\}/g)].map(([, matchers = '']) => matchers),
  );
  expect(counted.length).toBeGreaterThan(2);
  const matching = (matchers: string, status: string): boolean =>
    [...matchers.matchAll(/status(=~|!~)"([^"]*)"/g)].every(
      ([, how, pattern]) => new RegExp(`^(?:${pattern})$`).test(status) === (how === '=~'),
    );
  const statuses = Array.from({ length: 500 }, (_, at) => at + 100);
  for (const matchers of counted)
    expect(statuses.filter((status) => matching(matchers, String(status)))).toEqual(statuses.filter(isFault));
  expect([500, 501, 503, 507].map(isFault)).toEqual([true, false, true, false]);
});
