import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';

/** A hash over names and contents of these files and folders; tests are left out, they build nothing. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
}

/** Calls `build` unless `stamp` (a file under dist) says that the same sources were built already. */
export async function whenChanged(stamp, paths, build) {
  const hash = hashOf(paths);
  const file = join(root, stamp);
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return;
  await build();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}
