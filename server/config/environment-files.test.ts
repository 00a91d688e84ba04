import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const read = (name: string): string => readFileSync(join('ops', name), 'utf8');
const units = readdirSync('ops').filter((name) => name.endsWith('.service'));

/** Each service of a compose file with its lines; an anchor (`&process`) is resolved by adding its lines. */
function composed(name: string): Map<string, string> {
  const parts = read(name)
    .split(/^services:$/m)[1]!
    .split(/^\w/m)[0]!
    .split(/^ {2}(\w+):/m);
  const services = new Map<string, string>();
  for (let i = 1; i < parts.length; i += 2) services.set(parts[i]!, parts[i + 1]!);
  for (const [service, lines] of services)
    for (const [, anchor] of lines.matchAll(/\*(\w+)/g))
      for (const other of services.values())
        if (other.includes(`&${anchor}`)) services.set(service, services.get(service)! + other);
  return services;
}

const whoHas = (name: string, words: RegExp): string[] =>
  [...composed(name)].filter(([, lines]) => words.test(lines)).map(([service]) => service);

describe('environment files', () => {
  test("the owner's password reaches no container except the database and its migration", () => {
    expect(whoHas('compose.yaml', /OWNER_PASSWORD|owner\.env/)).toEqual(['database', 'migrate']);
  });

  test("the server's settings reach no container except web and worker", () => {
    expect(whoHas('compose.yaml', /env_file: permille\.env/)).toEqual(['web', 'worker']);
    expect(whoHas('compose.bucket.yaml', /env_file: (?:permille|owner)\.env/)).toEqual([]);
  });

  test("no unit reads the owner's login, and only the backup reads the login for dumps", () => {
    expect(units.filter((name) => read(name).includes('owner.env'))).toEqual([]);
    expect(units.filter((name) => read(name).includes('backup.env'))).toEqual(['permille-backup.service']);
  });

  test('git and images exclude the environment files beside compose.yaml', () => {
    for (const name of ['.gitignore', '.dockerignore'])
      expect(readFileSync(name, 'utf8').split('\n')).toContain('ops/*.env');
  });
});

test.each(['compose.yaml', 'compose.bucket.yaml'])(
  'no service of %s has a key twice, which Compose refuses',
  (name) => {
    const services = read(name)
      .split(/^services:$/m)[1]!
      .split(/^\w/m)[0]!
      .split(/^ {2}\w+:.*$/m);
    for (const lines of services) {
      const keys = [...lines.matchAll(/^ {4}(\w+):/gm)].map(([, key]) => key);
      expect(keys).toEqual([...new Set(keys)]);
    }
  },
);

test("the guide's staging system listens on no port that a proxy of the live system can name", () => {
  const [, port] = /^ *PORT=(\d+)$/m.exec(readFileSync('docs/operate/staging.md', 'utf8'))!;
  for (const proxy of ['nginx.conf', 'haproxy.cfg', 'Caddyfile'])
    expect(read(proxy)).not.toContain(`:${port}`);
});
