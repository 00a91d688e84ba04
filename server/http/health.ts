import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Metric } from '#server/infra/metric.ts';
import { sendProblem } from './problem.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A proxy on this machine speaks for the whole world: what it passes on says so in one of these headers. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  if (address === '' || PASSED_ON.some((name) => request.headers[name] !== undefined)) return false;
  return loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** With a token: whoever shows it. Without one: this machine. */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return isFromThisMachine(request);
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** One that can't be read leaves the others readable. */
function registerMetric(registry: Registry, { name, help, type, labelNames = [], read }: Metric): void {
  const readable = () => read().catch(() => (labelNames.length > 0 ? [] : Number.NaN));
  const options = { name, help, labelNames, registers: [registry] };
  const valuesOf = (found: Awaited<ReturnType<Metric['read']>>) =>
    typeof found === 'number' ? [{ labels: {}, value: found }] : found;
  if (type === 'counter') {
    new Counter({
      ...options,
      async collect() {
        const found = await readable();
        this.reset();
        for (const { labels, value } of valuesOf(found)) this.inc(labels, value);
      },
    });
  } else {
    new Gauge({
      ...options,
      async collect() {
        const found = await readable();
        this.reset();
        for (const { labels, value } of valuesOf(found)) this.set(labels, value);
      },
    });
  }
}

/**
 * /healthz: the process lives. /readyz: it can do its work, and nothing about why not: admins read that in their panel.
 * /metrics: for Prometheus, on this machine or with the token.
 */
export function registerHealthRoutes(
  server: FastifyInstance,
  checks: HealthCheck[],
  { metricsToken, metrics = [] }: { metricsToken: string | null; metrics?: Metric[] },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 2],
    registers: [registry],
  });
  for (const metric of metrics) registerMetric(registry, metric);
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  server.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }));
  server.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const problems = await Promise.all(checks.map((check) => check.problem()));
    const ok = problems.every((problem) => problem === null);
    return reply.status(ok ? 200 : 503).send({ ok });
  });
  server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) return sendProblem(reply, 'not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
