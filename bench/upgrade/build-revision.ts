import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { testFolder } from '#db/test-folder.ts';
import { root } from '../../scripts/steps/project.mjs';

/** Runs `work` with the folder of a built copy of this revision of the project. */
export async function withRevision<T>(revision: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = testFolder();
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const files = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['--extract'], { cwd: folder, input: files });
    run('npm', 'ci', '--no-audit', '--no-fund');
    run('npm', 'run', 'build');
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
