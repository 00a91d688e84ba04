import type { FastifyInstance } from 'fastify';
import type { Metric } from '#server/infra/metric.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Api } from './route.ts';

/** One noun of the server: its routes and its jobs. */
export interface Module {
  name: string;
  routes?(api: Api): void;
  /** What it does for as long as the server runs, also in a process that has none of its routes. */
  attach?(server: FastifyInstance): void;
  /** In the order in which tools run them; by themselves they run side by side. */
  jobs?: Job[];
  /** What it adds to /metrics. */
  metrics?: Metric[];
}
