import fc from 'fast-check';
import { expect } from 'vitest';

const { PROPERTY_SEED, PROPERTY_PATH } = process.env;

/**
 * Returns the command that repeats the cases of a property. It contains the seed and, for a failed case, the
 * path to that case.
 */
function replay({ seed, path }: { seed: number; path: string | null }): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const file = testPath.replace(`${process.cwd()}/`, '');
  const which = path === null ? '' : ` PROPERTY_PATH=${path}`;
  return `PROPERTY_SEED=${seed}${which} npx vitest run ${file} -t ${JSON.stringify(currentTestName)}`;
}

// Every run tries new cases, so no property has a fixed seed. A failure prints how to repeat it.
fc.configureGlobal({
  ...(PROPERTY_SEED && { seed: Number(PROPERTY_SEED) }),
  ...(PROPERTY_PATH && { path: PROPERTY_PATH }),
  reporter: (run: fc.RunDetails<unknown>) => {
    if (!run.failed) return;
    const message = `${replay({ seed: run.seed, path: run.counterexamplePath })}\n${fc.defaultReportMessage(run)}`;
    throw new Error(message, { cause: run.errorInstance });
  },
});
