import { expect, test } from 'vitest';
import { childEnvironmentRule } from './children.ts';
import { report } from './source.ts';

const say = (call: string): string =>
  report(
    childEnvironmentRule([
      {
        path: 'server/infra/a.ts',
        text: `import { execFile, spawn } from 'node:child_process';\n${call}\n`,
      },
    ]),
  );

test.each([
  "spawn('ffmpeg', ['-i', path(file)], { stdio: 'ignore' });",
  "execFile('ffmpeg', args, options, () => undefined);",
  "spawn('ffmpeg', []);\nconst other = { env: {} };",
])('finds a child that inherits our environment: %s', (call) =>
  expect(say(call)).toMatch('server/infra/a.ts:2  name the variables'),
);

test.each([
  "spawn('ffmpeg', args, { stdio: 'ignore', env: {} });",
  'const words = /a/.exec(text);',
  "spawnSync('sh', args, { env, cwd: '/' });",
])('accepts a child with its own environment: %s', (call) => expect(say(call)).toBe(''));
