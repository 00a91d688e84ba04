import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { emptyState, type WorldState, worldState } from './state.ts';

/**
 * Returns the state in the file, or an empty one when there is no file. Throws when the file contains
 * anything else.
 */
export async function loadState(file: string | null, seed: number): Promise<WorldState> {
  if (file === null) return emptyState(seed);
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyState(seed);
    throw error;
  }
  const parsed = worldState.safeParse(parseJson(content));
  if (!parsed.success) throw new Error(`${file} does not hold the state of a simulator; move it away.`);
  return parsed.data;
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/**
 * Writes states to the file, one at a time. Calls that arrive during a write share the next one. The promise
 * resolves once the state at the call, or a later one, is on disk under its final name.
 */
export function stateWriter(file: string | null, state: WorldState): () => Promise<void> {
  if (file === null) return () => Promise.resolve();
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    await mkdir(dirname(file), { recursive: true });
    const handle = await open(`${file}.new`, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(state));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.new`, file);
  };
  const start = (): Promise<void> => {
    const current = write().finally(() => {
      if (running === current) running = null;
    });
    running = current;
    return current;
  };
  return () => {
    if (running === null) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
