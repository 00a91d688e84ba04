import type { TestProject } from 'vitest/node';
import { type Embedded, startEmbedded } from '#db/embedded.ts';
import { quickBase } from '#db/test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: { ownerUrl: string; appPassword: string };
  }
}

/** Memory for the databases of all concurrent tests and for PostgreSQL's log of changes. */
const ROOM_BYTES = 4 * 1024 ** 3;

let cluster: Embedded | undefined;

/** Starts one PostgreSQL for the whole test run, in a temporary folder that is deleted at the end. */
export async function setup(project: TestProject): Promise<void> {
  cluster = await startEmbedded({ sync: false, base: quickBase(ROOM_BYTES) });
  project.provide('testCluster', { ownerUrl: cluster.ownerUrl, appPassword: cluster.appPassword });
}

export async function teardown(): Promise<void> {
  await cluster?.stop();
}
