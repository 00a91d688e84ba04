import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '#server/infra/transaction.ts';

export interface HealthCheck {
  name: string;
  /** A sentence when something is wrong, null when all is well. */
  problem(): Promise<string | null>;
}

export const databaseCheck = (db: Database): HealthCheck => ({
  name: 'Database',
  problem: async () =>
    await sql`select 1`.execute(db).then(
      () => null,
      () => 'The database does not answer.',
    ),
});

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
