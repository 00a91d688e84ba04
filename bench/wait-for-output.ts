import type { ChildProcess } from 'node:child_process';

/** The limit is long, because seeding the demo can take minutes on a busy machine. */
const READY_LIMIT_MS = 300_000;

/**
 * Returns the first group of `pattern` in the process's output, such as its address. Throws with all output
 * if it never appears.
 */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = () => {
      child.kill();
      reject(new Error(`${child.spawnfile} did not become ready. It said:\n${output}`));
    };
    const limit = setTimeout(fail, READY_LIMIT_MS);
    child.once('exit', fail);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
        const address = pattern.exec(output)?.[1];
        if (!address) return;
        clearTimeout(limit);
        resolve(address);
      });
  });
}
