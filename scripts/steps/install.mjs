import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, step } from './project.mjs';

/** Installs the lockfile's packages, unless exactly these are installed. */
export async function installWhenStale() {
  const reason = staleReason(read('package-lock.json'), read('node_modules/.package-lock.json'));
  if (!reason) return;
  // Install scripts are off, because no package needs one.
  await step(`Installing packages (${reason})`, () => npm(['ci', '--no-audit', '--no-fund']));
}

function read(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Returns why the installed tree differs from the lockfile; null when it does not. npm writes
 * `node_modules/.package-lock.json` only after a successful install.
 */
export function staleReason(lock, installed) {
  if (!installed) return 'none are installed';
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === '' || wanted.link) continue;
    const found = installed.packages[path];
    if (!found && wanted.optional) continue;
    if (found?.version !== wanted.version || found?.integrity !== wanted.integrity)
      return `${path.replace(/^.*node_modules\//, '')} ${wanted.version} is not installed`;
  }
  return null;
}
