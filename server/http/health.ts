import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type HealthCheck, runHealthCheck } from '#server/infra/health-check.ts';
import type { Metric } from '#server/infra/metric.ts';
import { createFigures } from './figures.ts';
import { sendProblem } from './problem.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A proxy on this machine forwards requests from anywhere. Forwarded requests have one of these headers. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  if (address === '' || PASSED_ON.some((name) => request.headers[name] !== undefined)) return false;
  return loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * With a token, a request may read the metrics if it sends the token. Without one, requests of this machine
 * may.
 */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return isFromThisMachine(request);
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
}

interface Health {
  metricsToken: string | null;
  metrics?: Metric[];
  /** Checks that must succeed before this process gets requests. */
  ready: HealthCheck[];
  /** Checks that are reported, but do not stop requests. */
  reported?: HealthCheck[];
}

const resultOf = async (check: HealthCheck) => {
  const detail = await runHealthCheck(check);
  return { name: check.name, ok: detail === null, ...(detail !== null && { detail }) };
};

/**
 * /healthz answers when the process runs. /readyz answers whether it can do its work; the reasons are only
 * for readers of metrics, and for admins in their panel. /metrics is for Prometheus, on this machine or with
 * the token.
 */
export function registerHealthRoutes(
  server: FastifyInstance,
  { metricsToken, metrics = [], ready, reported = [] }: Health,
): void {
  const figures = createFigures(server, metrics);
  server.get('/healthz', async () => ({ ok: true }));
  server.get('/readyz', async (request, reply) => {
    const checks = await Promise.all(ready.map(resultOf));
    const ok = checks.every((check) => check.ok);
    const details = mayReadMetrics(request, metricsToken) && {
      checks,
      reported: await Promise.all(reported.map(resultOf)),
    };
    return reply.status(ok ? 200 : 503).send({ ok, ...details });
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) return sendProblem(reply, 'not_found');
    return reply.type(figures.contentType).send(await figures.text());
  });
}
