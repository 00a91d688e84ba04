import { readDues } from '#server/infra/dues.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Returns the module's job of this name.
 * @throws when there is none
 */
export function jobOf({ jobs = [] }: { jobs?: Job[] }, name: string): Job {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new Error(`No job is named ${name}.`);
  return job;
}

/** Returns the job's next due moment; null when nothing waits. */
export const nextDueOf = async (db: Database, job: Job): Promise<Date | null | undefined> =>
  (await readDues(db)([job]))[0];
