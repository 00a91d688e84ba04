import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { personalAccount } from '#contract/accounts/ids.ts';
import { apiScopes } from '#contract/api-keys/api-scopes.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { MovableClock } from './infra/clock.ts';
import { createLog } from './infra/log.ts';
import { createActor, TEST_SECRET } from './testing/actor.ts';
import { testKey } from './testing/api-keys.ts';
import { testDatabase } from './testing/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'permille-mcp-'));
const database = await testDatabase();
const { userId } = await createActor(database.db, { role: 'clipper' });
const { headers: key } = await testKey(database.db, personalAccount(userId), apiScopes);
const door = createServer(forward);
const doorUrl = await new Promise<string>((resolve) =>
  door.listen(0, '127.0.0.1', () => resolve(`http://localhost:${(door.address() as AddressInfo).port}`)),
);
const app = await createApp(
  readConfig({
    SECRET: TEST_SECRET,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    DEMO: '1',
    DEMO_MARKET: '0',
    APP_URL: doorUrl,
  }),
  { databaseUrl: database.appUrl, clock: new MovableClock(), log: createLog('silent'), tick: false },
);
await app.server.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await promisify((done: () => void) => door.close(done))();
  await app.stop();
  await database.close();
});

/** Forwards requests and adds an API key, because the suite can't send one. Changes nothing else. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { port } = (app.server.server as Server).address() as AddressInfo;
  const { method, url, headers } = incoming;
  const asked = request({ host: '127.0.0.1', port, method, path: url, headers: { ...headers, ...key } });
  asked.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(asked);
}

/**
 * Scenarios that must fail, because /mcp does not offer their features. The suite expects the tools,
 * resources and prompts of an example server.
 */
const notOffered = {
  'tools of the example server': [
    ...['image', 'audio', 'embedded-resource', 'mixed-content', 'with-logging', 'with-progress'].map(
      (result) => `tools-call-${result}`,
    ),
    'json-schema-2020-12',
  ],
  'questions of the server to the client': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  'sessions and streams': ['server-sse-polling', 'server-sse-multiple-streams'],
  logging: ['logging-set-level'],
  completions: ['completion-complete'],
  resources: ['list', 'read-text', 'read-binary', 'templates-read', 'subscribe', 'unsubscribe'].map(
    (call) => `resources-${call}`,
  ),
  prompts: ['list', 'get-simple', 'get-with-args', 'get-embedded-resource', 'get-with-image'].map(
    (call) => `prompts-${call}`,
  ),
};

/**
 * Bundles the suite as CommonJS. As a module it would need Node 22, for a function of `fs` that no scenario
 * calls.
 */
async function suite(): Promise<string> {
  const outfile = join('node_modules/.cache', 'mcp-conformance.cjs');
  const entryPoints = ['node_modules/@modelcontextprotocol/conformance/dist/index.js'];
  const how = { bundle: true, packages: 'external', platform: 'node', format: 'cjs' } as const;
  await build({ ...how, entryPoints, outfile });
  return outfile;
}

test('the protocol’s conformance suite passes for everything that /mcp offers', async () => {
  const expected = join(folder, 'not-offered.yml');
  const names = Object.values(notOffered).flat();
  writeFileSync(expected, `server:\n${names.map((name) => `  - ${name}\n`).join('')}`);
  const options = ['--url', `${doorUrl}/mcp`, '--suite', 'all', '--expected-failures', expected];
  const { stdout } = await promisify(execFile)(process.execPath, [await suite(), 'server', ...options]).catch(
    (failed: { stdout: string }) => failed,
  );
  // The suite reports an error for an unlisted failure, and for a listed scenario that passes.
  expect(stdout.slice(stdout.indexOf('=== SUMMARY ==='))).toContain('Baseline check passed');
  const passed = [...stdout.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed$/gm)].map(([, name]) => name);
  expect(passed).toEqual(
    expect.arrayContaining(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']),
  );
});

test('/mcp declares no capability that the suite does not check', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', doorUrl)));
  expect(client.getServerCapabilities()).toEqual({ tools: {} });
  await client.close();
});
