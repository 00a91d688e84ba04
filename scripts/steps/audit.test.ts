import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { auditDependencies } from './audit.mjs';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A local registry that gives the same answer to every audit. */
async function registry(status: number, advisories: object): Promise<string> {
  const server = createServer((request, reply) => {
    request.resume().on('end', () => {
      const asked = request.url?.endsWith('/advisories/bulk');
      reply.writeHead(asked ? status : 404, { 'content-type': 'application/json' });
      reply.end(asked ? JSON.stringify(advisories) : '{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => server.close());
  return `--registry=http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('check 40: dependencies without known vulnerabilities pass', async () => {
  expect(await auditDependencies([await registry(200, {})])).toEqual({ answered: true, found: [] });
});

test('check 40: a known vulnerability in a dependency is named once, not with each of its users', async () => {
  const hole = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'A made-up hole',
    severity: 'high',
    vulnerable_versions: '<99.0.0',
    cwe: [],
    cvss: { score: 8, vectorString: null },
  };
  const { answered, found } = await auditDependencies([await registry(200, { pino: [hole] })]);
  expect(answered).toBe(true);
  expect(found).toEqual([expect.stringMatching(/^pino .*A made-up hole \(high\)/)]);
});

test('check 40: a registry that does not answer is not reported as safe', async () => {
  const silent = await auditDependencies([await registry(405, {}), '--fetch-retries=0']);
  expect(silent).toEqual({ answered: false, found: [] });
});
