import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port for a server that is killed and started again. It lies below those that systems give to outgoing connections
 * (from 32768 on), one of which could otherwise hold it when the server returns.
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
