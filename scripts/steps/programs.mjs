import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StepFailed, step } from './project.mjs';

/**
 * Returns the path of a program that runs: the variable's, otherwise the first of the names that is on the
 * PATH, otherwise the first of the places. Null when there is none.
 * @throws StepFailed when the variable's program does not run
 */
export function findProgram({ title, variable, names, places }) {
  const given = process.env[variable];
  if (given) {
    if (runs(given)) return given;
    throw new StepFailed(`${variable} must name a ${title} that runs, and ${given} does not.`);
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find((path) => existsSync(path) && runs(path)) ?? null;
}

/** A found file may not run: some distributions have a launcher that only names the package to install. */
const runs = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

export const asRoot = () => process.getuid?.() === 0;

/**
 * Installs the first of the choices that can be installed, if this user may. The caller looks for the program
 * afterwards.
 */
export async function aptInstall(title, choices) {
  if (!asRoot() || !existsSync('/usr/bin/apt-get')) return;
  await step(`Installing ${title} (apt-get)`, () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args) => spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 2, 2], env });
    apt('update');
    choices.find((args) => apt('install', '-y', ...args).status === 0);
  });
}
