import type { FastifyInstance } from 'fastify';
import type { Metric } from '#server/infra/metric.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Api } from './route.ts';

/** The routes and jobs of one noun. */
export interface Module {
  name: string;
  routes?(api: Api): void;
  /** Runs for as long as the server does, also in a process without the module's routes. */
  attach?(server: FastifyInstance): void;
  /** The jobs, in the order in which tools run them. The ticker runs them in parallel. */
  jobs?: Job[];
  /** Added to /metrics. */
  metrics?: Metric[];
}
