import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Requests smaller than this are no uploads, and always pass. */
const UPLOAD_BYTES = 256 * 1024;

/** A proxy to a server. It lets a limited number of upload bytes pass, and can be cut. */
export interface UploadProxy {
  url: string;
  /** Lets this many more bytes of uploads pass; further bytes wait. */
  allow(bytes: number): void;
  /** Resolves when uploads wait. */
  reached(): Promise<void>;
  /** Ends every connection, even during a transfer. */
  cut(): void;
  /** Returns the number of upload bytes that have passed. */
  passed(): number;
  close(): void;
}

/**
 * Starts the proxy.
 * @param port the port of the server behind it
 */
export async function startUploadProxy(port: number): Promise<UploadProxy> {
  const sockets = new Set<Socket>();
  const held = new Set<Socket>();
  let passed = 0;
  let limit = Number.POSITIVE_INFINITY;
  const whenReached: (() => void)[] = [];
  const server = createServer((client) => {
    const far = connect(port, '127.0.0.1');
    let sent = 0;
    const take = (chunk: Buffer) => {
      sent += chunk.length;
      if (!far.write(chunk)) client.pause();
      if (sent <= UPLOAD_BYTES) return;
      passed += chunk.length;
      if (passed < limit) return;
      client.pause();
      held.add(client);
      for (const go of whenReached.splice(0)) go();
    };
    client.on('data', take);
    far.on('drain', () => held.has(client) || client.resume());
    far.pipe(client);
    for (const [socket, other] of [
      [client, far],
      [far, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        other.destroy();
        sockets.delete(socket);
        held.delete(socket);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    allow(bytes) {
      limit = passed + bytes;
      for (const client of held) client.resume();
      held.clear();
    },
    reached: () => new Promise((resolve) => (held.size > 0 ? resolve() : whenReached.push(resolve))),
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    passed: () => passed,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
