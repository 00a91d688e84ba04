import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metric } from '#server/infra/metric.ts';

/** Figures of the process, of its requests by route and status, and those given. */
export function createRegistry(server: FastifyInstance, metrics: readonly Metric[]): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 2],
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  for (const metric of metrics) registerMetric(registry, metric);
  return registry;
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
