import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { HealthCheck } from '#server/infra/health-check.ts';

/** /healthz: the process lives. /readyz: it can do its work. /metrics: for Prometheus. */
export function mountHealth(server: FastifyInstance, checks: HealthCheck[]): void {
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
  server.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }));
  server.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      checks.map(async ({ name, problem }) => ({ name, problem: await problem() })),
    );
    const ok = results.every((result) => result.problem === null);
    return reply.status(ok ? 200 : 503).send({ ok, checks: results });
  });
  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
