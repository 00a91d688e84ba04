import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../scripts/steps/project.mjs';
import { over } from '../faults/killable.ts';

type Name = 'nginx' | 'haproxy' | 'caddy';

interface Proxy {
  name: Name;
  /** The path of the proxy's file below ops/. */
  file: string;
  /** Adapts the operator's file to two processes, a loopback port and no certificates. */
  adapt(file: string, port: string, upstreams: readonly string[], folder: string): string;
  command(config: string): string[];
}

/** Makes changes to a file in ops/. Each pattern must match; otherwise a different file would be measured. */
function replaced(text: string, ...changes: [RegExp, string][]): string {
  return changes.reduce((so, [pattern, by]) => {
    if (!pattern.test(so)) throw new Error(`${pattern} is not in the file of the proxy`);
    return so.replace(pattern, by);
  }, text);
}

const nginx: Proxy = {
  name: 'nginx',
  file: 'nginx.conf',
  adapt(file, port, [first, second], folder) {
    const site = replaced(
      file,
      [/^server \{\n {2}listen 80;[\s\S]*?^\}\n/m, ''],
      [/^ {2}listen 443 ssl.*$/m, `  listen 127.0.0.1:${port};`],
      [/^ {2}listen \[::\]:443.*\n/m, ''],
      [/^ {2}ssl_.*\n/gm, ''],
      [/server 127\.0\.0\.1:3000/, `server ${first}`],
      [/# server 127\.0\.0\.1:3001/, `server ${second}`],
    );
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join('\n');
    const own = `daemon off;\nuser root;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'errors')} warn;\n`;
    return `${own}worker_processes 2;\nevents {}\nhttp {\naccess_log off;\n${kept}\n${site}\n}\n`;
  },
  command: (config) => ['nginx', '-c', config],
};

const haproxy: Proxy = {
  name: 'haproxy',
  file: 'haproxy.cfg',
  adapt: (file, port, [first, second]) =>
    replaced(
      file,
      [/^ {2}log \/dev\/log local0\n {2}user haproxy\n {2}group haproxy\n/m, ''],
      [/^ {2}bind :80\n {2}bind :443.*$/m, `  bind 127.0.0.1:${port}`],
      [/^ {2}http-request redirect .*\n/m, ''],
      [/127\.0\.0\.1:3000/, first!],
      [/# server web-2 127\.0\.0\.1:3001/, `server web-2 ${second}`],
    ),
  command: (config) => ['haproxy', '-db', '-f', config],
};

const caddy: Proxy = {
  name: 'caddy',
  file: 'Caddyfile',
  adapt: (file, port, [first, second]) =>
    `{\n\tadmin off\n}\n${replaced(
      file,
      [/^permille\.example \{/m, `http://127.0.0.1:${port} {`],
      [/^\treverse_proxy 127\.0\.0\.1:3000 \{/m, `\treverse_proxy ${first} ${second} {`],
    )}`,
  command: (config) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', config],
};

export const proxies: readonly Proxy[] = [nginx, haproxy, caddy];

const PATH = `${process.env.PATH}:/usr/sbin`;

/** Returns the Debian packages of the proxies that this machine lacks. */
export const missingProxies = (): Name[] =>
  proxies
    .map(({ name }) => name)
    .filter((name) => {
      try {
        execFileSync('sh', ['-c', `command -v ${name}`], { env: { PATH } });
        return false;
      } catch {
        return true;
      }
    });

/** Runs `work` with the URL of this proxy in front of these hosts and ports. */
export async function behind<T>(
  proxy: Proxy,
  where: { port: string; upstreams: readonly string[]; folder: string },
  work: (url: string) => Promise<T>,
): Promise<T> {
  const folder = join(where.folder, proxy.name);
  mkdirSync(folder, { recursive: true });
  const config = join(folder, proxy.file);
  const ops = readFileSync(join(root, 'ops', proxy.file), 'utf8');
  writeFileSync(config, proxy.adapt(ops, where.port, where.upstreams, folder));
  const [program, ...args] = proxy.command(config);
  const child = spawn(program!, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const url = `http://127.0.0.1:${where.port}`;
  try {
    while (
      !(await fetch(`${url}/healthz`).then(
        (reply) => reply.ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error(`${proxy.name} did not start:\n${output}`);
      await pause(50);
    }
    return await work(url);
  } finally {
    child.kill('SIGTERM');
    await over(child);
  }
}
