import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, from whatever folder a script is called. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Returns the URL of a built program. An import by URL keeps the type checker from reading the built file as
 * a source.
 */
export const built = (name) => new URL(`../../dist/server/${name}`, import.meta.url).href;

/** A step that failed. The message is one sentence for the person at the terminal. */
export class StepFailed extends Error {}

/** Runs a step and logs its name and duration on stderr, because progress is not a command's output. */
export async function step(title, work) {
  const started = Date.now();
  console.error(`${title} …`);
  await work();
  console.error(`${title}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Runs npm with these arguments in the project; its output goes to stderr. @throws StepFailed */
export function npm(args) {
  // The path that npm sets is used, because the command `npm` is a shell script, which Windows can't spawn
  // directly.
  const own = process.env.npm_execpath;
  const [file, all, shell] = own ? [process.execPath, [own, ...args], false] : ['npm', args, true];
  const { status } = spawnSync(file, all, { cwd: root, stdio: ['ignore', 2, 2], shell });
  if (status !== 0) throw new StepFailed(`npm ${args.join(' ')} failed (exit code ${status}).`);
}

/** Runs a script's main function; prints a failed step as one sentence and sets exit code 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StepFailed ? error.message : error);
    process.exitCode = 1;
  }
}
