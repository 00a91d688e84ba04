import type { DueWork } from './tick.ts';

/** The module's work of this name. @throws when there is none */
export function dueWorkOf({ dueWork = [] }: { dueWork?: DueWork[] }, name: string): DueWork {
  const work = dueWork.find((one) => one.name === name);
  if (!work) throw new Error(`No due work is named ${name}.`);
  return work;
}
