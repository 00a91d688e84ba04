import type { ChildProcess } from 'node:child_process';

/** A demo's history takes minutes where many others want the processors. */
const READY_LIMIT_MS = 300_000;

/** What a process said in the first group of `says`, such as where it is to be found; throws with all it said otherwise. */
export function heard(child: ChildProcess, says: RegExp): Promise<string> {
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
        const address = says.exec(output)?.[1];
        if (!address) return;
        clearTimeout(limit);
        resolve(address);
      });
  });
}
