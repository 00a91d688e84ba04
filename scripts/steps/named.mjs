import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** Folders with sources that have unit tests. */
const folders = ['bench', 'contract', 'db', 'scripts', 'server', 'simulator', 'web'];

const isNamed = (text, name) => text.toLowerCase().includes(name.toLowerCase());

/** Returns the source files whose path contains `name`. */
export function filesNamed(name) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && isNamed(path, name));
}

/**
 * Returns Playwright arguments for stories with `name` in their file name or title; null without such
 * stories.
 */
export function storiesNamed(name) {
  const stories = readdirSync(join(root, 'e2e')).filter((file) => file.endsWith('.story.ts'));
  const hasName = stories.some(
    (file) => isNamed(file, name) || titlesOf(file).some((title) => isNamed(title, name)),
  );
  return hasName ? name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : null;
}

const titlesOf = (file) =>
  [...readFileSync(join(root, 'e2e', file), 'utf8').matchAll(/^\s*test\(\s*(['"`])(.*?)\1,/gm)].map(
    ([, , title]) => title,
  );
