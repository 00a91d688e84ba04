import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metric } from '#server/infra/metric.ts';
import { withTimeout } from '#server/infra/with-timeout.ts';

/**
 * The number of figures read at once. Most of them query the database, whose connections are for requests
 * first.
 */
const AT_ONCE = 2;
/** Figures that are not read within this time are left out, because Prometheus waits ten seconds. */
const LIMIT_MS = 5_000;

export interface Figures {
  contentType: string;
  /** Returns all figures in Prometheus's text format. */
  text(): Promise<string>;
}

/** Reports figures of the process, of its requests by route and status, and the given metrics. */
export function createFigures(server: FastifyInstance, metrics: readonly Metric[]): Figures {
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
  const figures = metrics.map((metric) => ({ read: metric.read, show: register(registry, metric) }));
  let reading: Promise<void> | null = null;
  return {
    contentType: registry.contentType,
    async text() {
      // One reading serves all concurrent requests.
      reading ??= readAll(figures).finally(() => {
        reading = null;
      });
      await reading;
      return await registry.metrics();
    },
  };
}

type Found = Awaited<ReturnType<Metric['read']>>;

interface Figure {
  read: Metric['read'];
  /** Sets the figure's values; null when they could not be read. */
  show(found: Found | null): void;
}

/** Reads the figures; one that fails does not affect the others. */
async function readAll(figures: readonly Figure[]): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  const left = [...figures];
  async function readNext(): Promise<void> {
    for (let figure = left.shift(); figure; figure = left.shift()) {
      const ms = end - performance.now();
      const found = ms > 0 ? withTimeout(figure.read(), { ms, what: 'a figure' }) : null;
      figure.show((await found?.catch(() => null)) ?? null);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
}

function register(
  registry: Registry,
  { name, help, type, labelNames = [] }: Metric,
): (found: Found | null) => void {
  const options = { name, help, labelNames, registers: [registry] };
  const valuesOf = (found: Found) => (typeof found === 'number' ? [{ labels: {}, value: found }] : found);
  if (type === 'counter') {
    const counter = new Counter(options);
    return (found) => {
      counter.reset();
      for (const { labels, value } of valuesOf(found ?? [])) counter.inc(labels, value);
    };
  }
  const gauge = new Gauge(options);
  return (found) => {
    gauge.reset();
    // A gauge with a single value is 0 after its reset, which would look like a measurement.
    const unread = labelNames.length > 0 ? [] : Number.NaN;
    for (const { labels, value } of valuesOf(found ?? unread)) gauge.set(labels, value);
  };
}
