import { type App, createApp } from './app.ts';
import { type Config, readConfig, readEnvironment } from './config.ts';
import { stagingText } from './http/mode-label.ts';
import { DEMO_PASSWORD, demoEmails } from './modules/accounts/accounts.ts';
import { freePort, startFailure } from './start-failure.ts';

const STOP_LIMIT_MS = 15_000;

let config: Config | null = null;
let app: App | null = null;
let stopping: Promise<void> | null = null;
let starting: Promise<void> = Promise.resolve();

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // The second signal is ignored: on Ctrl-C the terminal signals both npm and this process, and npm forwards
  // its signal.
  process.on(signal, () => {
    stopping ??= stop(signal);
  });
}

starting = start();
await starting;

async function start(): Promise<void> {
  try {
    config = readConfig(readEnvironment());
    config = await settle(config);
    say(config.database.kind === 'embedded' ? 'Starting the database …' : 'Connecting to the database …');
    app = await createApp(config);
    const { url } = await app.start();
    if (!stopping) greet(config, url);
  } catch (error) {
    console.error(startFailure(error, config));
    process.exitCode = 1;
    stopping ??= stop(null);
  }
}

/** Detects a busy port before the database is started, and replaces PORT=0 by a free port. */
async function settle(read: Config): Promise<Config> {
  const port = await freePort(read.host, read.port);
  if (read.port !== 0) return read;
  const appUrl = read.appUrl === 'http://localhost:0' ? `http://localhost:${port}` : read.appUrl;
  return { ...read, port, appUrl };
}

function greet({ mode, simulatorPort, role, host, port, appUrl, mail }: Config, url: string): void {
  if (role === 'worker') say(`\nPermille is ready to run jobs: http://${host}:${port}/healthz`);
  else say(`\nPermille is ready: ${appUrl}${appUrl === url ? '' : ` (listening on ${url})`}`);
  if (role === 'web') say('This process runs no jobs (ROLE=web): keep one with ROLE=worker beside it.');
  if (mode === 'staging') say(`Staging: ${stagingText(simulatorPort !== null)}`);
  if (mode === 'staging' && simulatorPort !== null)
    say(`Posts are made at http://127.0.0.1:${simulatorPort}/control/posts (docs/simulator.md).`);
  if (mode === 'demo') {
    say(`Demo: press "Demo host" or "Demo clipper" on ${appUrl}/auth?mode=login, or sign in as`);
    say(`  ${demoEmails.host} or ${demoEmails.clipper}, password ${DEMO_PASSWORD}`);
  }
  if (mode !== 'demo' && !mail.smtpUrl) say('Mails are not sent: set SMTP_URL.');
  say('Stop with Ctrl-C.');
}

async function stop(signal: string | null): Promise<void> {
  if (signal) say(`${signal}: finishing open requests …`);
  // A stop that hangs must not keep the process alive. PostgreSQL's watchdog then stops the database.
  setTimeout(() => process.exit(1), STOP_LIMIT_MS + 1_000 * (config?.drainSeconds ?? 0)).unref();
  if (signal) await starting;
  try {
    await app?.stop();
    if (signal) say('Stopped.');
  } catch (error) {
    console.error(error instanceof Error ? error.stack : error);
    process.exitCode = 1;
  }
  process.exit();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
