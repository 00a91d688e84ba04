import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildWhenStale } from './steps/build.mjs';
import { writeBundle } from './steps/bundle.mjs';
import { installWhenStale } from './steps/install.mjs';
import { main, root, step } from './steps/project.mjs';

/** Writes one archive for machines of this kind, or only the folder with `--folder=PATH`. */
await main(async () => {
  await installWhenStale();
  await buildWhenStale();
  const folder = process.argv.find((one) => one.startsWith('--folder='))?.slice('--folder='.length);
  if (folder) return await step(`Writing ${folder}`, () => writeBundle(resolve(folder)));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `permille-${version}-${process.platform}-${process.arch}`;
  const parent = join(root, 'dist/bundle');
  await step(`Writing dist/bundle/${name}.tar.gz`, () => {
    rmSync(parent, { recursive: true, force: true });
    writeBundle(join(parent, name));
    execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: parent, stdio: 'inherit' });
    rmSync(join(parent, name), { recursive: true });
  });
});
