import { connect } from 'node:net';

/** Input of the load process: raw requests that each connection repeats. */
export interface LoadOrder {
  port: number;
  connections: number;
  seconds: number;
  paths: string[];
  headers: string[];
  /** Offset between the first URLs of two connections. */
  apart?: number;
}

export interface LoadReport {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
}

/** Runs one keep-alive connection, which sends the next request when the last reply has arrived. */
function runConnection(order: LoadOrder, first: number, until: number, took: number[]): Promise<number> {
  const requests = order.paths.map((path) =>
    Buffer.from(
      [`GET ${path} HTTP/1.1`, `host: 127.0.0.1:${order.port}`, ...order.headers, '', ''].join('\r\n'),
    ),
  );
  return new Promise((resolve, reject) => {
    const socket = connect(order.port, '127.0.0.1');
    let turn = first;
    let failures = 0;
    let sentAt = 0;
    let head = '';
    let missing = -1;
    const send = () => {
      sentAt = performance.now();
      head = '';
      missing = -1;
      socket.write(requests[turn++ % requests.length]!);
    };
    socket.setNoDelay(true);
    socket.on('connect', send).on('error', reject);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        missing = Number(/content-length: (\d+)/i.exec(head)![1]) - (head.length - end - 4);
      } else missing -= chunk.length;
      if (missing > 0) return;
      took.push(performance.now() - sentAt);
      if (!head.startsWith('HTTP/1.1 200')) failures++;
      if (performance.now() < until) return send();
      socket.destroy();
      resolve(failures);
    });
  });
}

async function run(order: LoadOrder): Promise<LoadReport> {
  const took: number[] = [];
  const started = performance.now();
  const until = started + order.seconds * 1_000;
  const failures = await Promise.all(
    Array.from({ length: order.connections }, (_, n) =>
      runConnection(order, n * (order.apart ?? 7), until, took),
    ),
  );
  const seconds = (performance.now() - started) / 1_000;
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor((took.length - 1) * share)]!;
  return {
    perSecond: took.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures: failures.reduce((sum, n) => sum + n, 0),
  };
}

process.on('message', async (order: LoadOrder) => {
  process.send!(await run(order));
});
