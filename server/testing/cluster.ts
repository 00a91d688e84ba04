import type { TestProject } from 'vitest/node';
import { type Embedded, startEmbedded } from '#db/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: { ownerUrl: string; appPassword: string };
  }
}

let cluster: Embedded | undefined;

/** One PostgreSQL for the whole test run, in a temporary folder that goes with it. */
export async function setup(project: TestProject): Promise<void> {
  cluster = await startEmbedded({ sync: false });
  project.provide('testCluster', { ownerUrl: cluster.ownerUrl, appPassword: cluster.appPassword });
}

export async function teardown(): Promise<void> {
  await cluster?.stop();
}
