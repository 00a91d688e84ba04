import { expect, test } from 'vitest';
import { type ApiKeyRow, apiKeyRoutes } from '#contract/api-keys/api-keys.ts';
import { scopesOf } from '#contract/api-keys/api-scope-texts.ts';
import { ApiError } from './api/client.ts';
import { ApiKeys } from './features/api-keys/api-keys.tsx';
import { type Answer, answer, failure, rendered } from './testing/screen.tsx';

const key: ApiKeyRow = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Nightly report',
  prefix: 'pm_AbCdEf',
  scopes: ['money:read', 'statistics:read'],
  createdAt: new Date('2026-11-20T12:00:00Z'),
  expiresAt: new Date('2027-02-18T12:00:00Z'),
  isExpired: false,
  lastUsedAt: null,
  previousUntil: null,
};

const panel = async (...answers: Answer[]) => (await rendered(<ApiKeys whose="host" />, answers)).text;
const panelOf = (...rows: ApiKeyRow[]) => panel(answer(apiKeyRoutes.listApiKeys, {}, { rows }));

test('the panel shows that it loads, that it did not, that there is no key, or each key', async () => {
  expect(await panel()).toContain('Loading');
  const problem = {
    type: 'about:blank',
    status: 500,
    code: 'internal',
    title: 'Broken',
    detail: 'Try again.',
  };
  const lost = failure(apiKeyRoutes.listApiKeys, {}, new ApiError(problem));
  expect(await panel(lost)).toContain('Your API keys did not load.');
  expect(await panelOf()).toContain('No keys yet. Create one to connect a program.');
  expect(await panelOf(key)).toMatch(
    /Nightly report pm_AbCdEf… Read statements, Read statistics Never used, expires .*New secret Revoke/,
  );
});

test('a key says when it was last used, that it expired, and how long its old secret works', async () => {
  const at = new Date('2026-11-21T13:00:00Z');
  expect(await panelOf({ ...key, lastUsedAt: at })).toMatch(/Last used .*13:00/);
  expect(await panelOf({ ...key, isExpired: true })).toMatch(/Expired .*, expired /);
  expect(await panelOf({ ...key, previousUntil: at })).toMatch(/the old secret works until .*13:00/);
});

test('each kind of account chooses among its scopes, each with a sentence about what it allows', () => {
  const offered = (role: 'host' | 'clipper') => scopesOf(role).map(({ scope }) => scope);
  expect(offered('host')).toContain('submissions:decide');
  expect(offered('host')).not.toContain('submissions:write');
  expect(offered('clipper')).toContain('submissions:write');
  expect(offered('clipper')).not.toContain('listings:write');
  for (const role of ['host', 'clipper'] as const)
    for (const { allows } of scopesOf(role)) expect(allows).toMatch(/^[A-Z].*\.$/);
});
