import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog, type Log } from '#server/infra/log.ts';
import { outsidePoster } from '#server/infra/post-outside.ts';
import { callService } from '#server/infra/tracing/call-service.ts';
import { openSpanExport } from '#server/infra/tracing/export-spans.ts';
import { calledService } from '#server/testing/called-service.ts';
import { attributesOf, spanReceiver } from '#server/testing/span-receiver.ts';
import { createServer } from './server.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const SECRET = 'a-token-that-nobody-may-read';

let lines: Record<string, unknown>[];
let log: Log;
beforeEach(() => {
  lines = [];
  log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });
});

/** A server with routes that call the given services. */
async function startServer(routes: (server: FastifyInstance) => void, spans?: 'exported') {
  const receiver = spans ? await spanReceiver() : null;
  const target = receiver && {
    endpoint: receiver.endpoint,
    headers: { 'x-key': 'of the receiver' },
    serviceName: 'permille-test',
    ratio: 1,
  };
  const opened = target && openSpanExport(target, log);
  const server = await createServer({
    ...{ appUrl: 'http://localhost:3000', trustProxy: false, log, logsRequests: true },
    spans: opened?.recorder ?? null,
  });
  routes(server);
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await server.close();
    await opened?.close();
    receiver?.close();
  });
  return {
    url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    receiver: receiver!,
    /** Sends the recorded spans. */
    flush: () => opened!.close(),
  };
}

const headersOf = (traceparent?: string) => ({
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
  ...(traceparent && { traceparent }),
});
const post = async (url: string, traceparent?: string) => {
  const reply = await fetch(url, { method: 'POST', headers: headersOf(traceparent), body: '{"a":1}' });
  await reply.text();
  return reply.status;
};
const requestLine = async (route = '/asks') => {
  const find = () => lines.find((line) => line.msg === 'request' && line.route === route);
  await expect.poll(find).toBeDefined();
  return find()!;
};

test("a request continues its caller's trace: in the log, and in the calls that it makes after its body arrived", async () => {
  const service = await calledService();
  const { url } = await startServer((server) =>
    server.post('/asks', async (request) => {
      await (await callService(`${service.url}/v1?key=${SECRET}`)).text();
      request.log.info('asked');
      return {};
    }),
  );
  await post(`${url}/asks`, `00-${TRACE}-${CALLER}-01`);
  const sent = String(service.received[0]!.traceparent);
  expect(sent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(sent).not.toContain(CALLER);
  expect(await requestLine()).toMatchObject({ traceId: TRACE, route: '/asks', status: 200 });
  expect(lines.find(({ msg }) => msg === 'asked')).toMatchObject({ traceId: TRACE });
});

test('without a valid header each request begins a new trace', async () => {
  const service = await calledService();
  const { url } = await startServer((server) =>
    server.post('/asks', async () => (await callService(service.url)).text()),
  );
  for (const given of [undefined, 'nonsense', `00-${'0'.repeat(32)}-${CALLER}-01`])
    await post(`${url}/asks`, given);
  const traces = service.received.map(({ traceparent }) => String(traceparent).split('-')[1]);
  expect(new Set(traces).size).toBe(3);
  for (const trace of traces) expect(trace).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
  const logged = lines.filter(({ msg }) => msg === 'request').map(({ traceId }) => traceId);
  expect(traces.slice(0, logged.length)).toEqual(logged);
});

test('concurrent requests keep their own traces', async () => {
  const service = await calledService();
  const { url } = await startServer((server) =>
    server.post('/asks/:id', async (request) => {
      const { id } = request.params as { id: string };
      for (const _ of [1, 2, 3]) await (await callService(service.url, { headers: { 'x-id': id } })).text();
      return {};
    }),
  );
  const traceOf = (id: number) => `${id}`.padStart(32, 'a');
  const ids = Array.from({ length: 20 }, (_, id) => id);
  await Promise.all(ids.map((id) => post(`${url}/asks/${id}`, `00-${traceOf(id)}-${CALLER}-00`)));
  expect(service.received).toHaveLength(60);
  for (const { 'x-id': id, traceparent } of service.received)
    expect(traceparent).toContain(`00-${traceOf(Number(id))}-`);
});

test("a post to a person's URL has no trace header, and one to the operator's service has it", async () => {
  const service = await calledService();
  const message = { url: service.url, headers: {}, body: '{}' };
  const { url } = await startServer((server) =>
    server.post('/posts', async () => {
      await outsidePoster({ allowLoopback: true })(message);
      await outsidePoster({ allowLoopback: true, isService: true })(message);
      return {};
    }),
  );
  await post(`${url}/posts`, `00-${TRACE}-${CALLER}-01`);
  const [stranger, own] = service.received;
  expect(stranger).not.toHaveProperty('traceparent');
  expect(own!.traceparent).toContain(TRACE);
});

test('an OTLP receiver gets the request and its calls as one trace, without paths, queries and tokens', async () => {
  const service = await calledService();
  const { url, receiver, flush } = await startServer((server) => {
    server.post('/asks/:id', async () => {
      await (await callService(`${service.url}/users/${SECRET}?access_token=${SECRET}`)).text();
      await (await callService(`${service.url}/broken/${SECRET}`, { method: 'PUT' })).text();
      await callService(`http://127.0.0.1:1/${SECRET}`).catch(() => undefined);
      return {};
    });
    server.get('/healthz', async () => ({}));
  }, 'exported');
  await fetch(`${url}/healthz`, { headers: headersOf() });
  await post(`${url}/asks/${SECRET}?token=${SECRET}`, `00-${TRACE}-${CALLER}-00`);
  const line = await requestLine('/asks/:id');
  await flush();

  const { state } = receiver;
  expect(state.paths).toEqual(['/v1/traces']);
  expect(state.headers[0]).toMatchObject({ 'x-key': 'of the receiver' });
  expect(state.bodies.join('')).not.toContain(SECRET);
  expect(receiver.resources()[0]).toMatchObject({ 'service.name': 'permille-test' });
  const [answered, broken, unanswered, request] = receiver.spans();
  expect(receiver.spans()).toHaveLength(4);
  expect(request).toMatchObject({
    ...{ traceId: TRACE, parentSpanId: CALLER, name: 'POST /asks/:id', kind: 2 },
  });
  expect(attributesOf(request!)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/asks/:id',
    'http.response.status_code': 200,
    'permille.request_id': line.requestId,
  });
  for (const call of [answered, broken, unanswered])
    expect(call).toMatchObject({ traceId: TRACE, parentSpanId: request!.spanId, kind: 3 });
  expect(attributesOf(answered!)).toEqual({
    'http.request.method': 'GET',
    'server.address': '127.0.0.1',
    'server.port': service.port,
    'http.response.status_code': 200,
  });
  expect([answered, broken, unanswered].map((call) => call!.status.code)).toEqual([0, 2, 2]);
  expect(service.received[0]!.traceparent).toBe(`00-${TRACE}-${answered!.spanId}-01`);
  expect(BigInt(request!.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(answered!.endTimeUnixNano));
});

test('a receiver that refuses causes a line in the log and fails no request', async () => {
  const { url, receiver, flush } = await startServer(
    (server) => server.post('/asks', async () => ({})),
    'exported',
  );
  receiver.state.answer = 400;
  expect(await post(`${url}/asks`)).toBe(200);
  await requestLine();
  await flush();
  expect(lines.find(({ msg }) => msg === 'traces could not be exported')).toMatchObject({ lost: 1 });
});
