import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a free port for a server that is killed and restarted. The port is below those of outgoing
 * connections (from 32768), one of which could otherwise take it while the server is down.
 */
export async function lastingPort(): Promise<string> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return String(port);
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
