import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy to a port. While it is cut, connections hang silently, as with a pulled cable. When it is joined
 * again, they break.
 */
export interface Cuttable {
  cut(): void;
  join(): void;
  stop(): Promise<void>;
}

/** Forwards connections at `from` to `to` on loopback. */
export async function startCuttable(from: number, to: number): Promise<Cuttable> {
  let isCut = false;
  const open = new Set<Socket>();
  const hold = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  };
  const server = createServer((near) => {
    hold(near);
    if (isCut) return void near.pause();
    const far = connect(to, '127.0.0.1');
    hold(far);
    near.pipe(far).on('close', () => near.destroy());
    far.pipe(near).on('close', () => far.destroy());
  });
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(from, '127.0.0.1', resolve);
  });
  return {
    cut() {
      isCut = true;
      for (const socket of open) socket.unpipe().pause();
    },
    join() {
      isCut = false;
      drop();
    },
    async stop() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
