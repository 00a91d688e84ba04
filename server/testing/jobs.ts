import type { Job } from '#server/infra/tick.ts';

/** The module's job of this name. @throws when there is none */
export function jobOf({ jobs = [] }: { jobs?: Job[] }, name: string): Job {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new Error(`No job is named ${name}.`);
  return job;
}
