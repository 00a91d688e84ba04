import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from './steps/project.mjs';

/*
 * Cuts Archivo to the weights and widths that the interface uses, which makes it a third smaller, and to
 * those of the link preview pictures: `node scripts/subset-font.mjs`. The result is committed, because
 * nothing else needs the tools; its licence is beside it (web/fonts/OFL.txt).
 */

const axes = { wght: { min: 400, max: 900 }, wdth: { min: 62, max: 100 } };

/** Characters in the package's file for Latin. */
const latin =
  '20-7E A0-FF 131 152-153 2BB-2BC 2C6 2DA 2DC 304 308 329 2000-206F 20AC 2122 2191 2193 2212 2215 FEFF FFFD';

const characters = latin.split(' ').flatMap((range) => {
  const [first, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
});

const packageFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
);
const write = async (path, options) => {
  const font = await subsetFont(readFileSync(packageFile), characters.join(''), options);
  writeFileSync(join(root, path), font);
  console.error(`${path}: ${font.length} bytes`);
};
await write('web/fonts/archivo.woff2', { targetFormat: 'woff2', variationAxes: axes });
// The library that draws link preview pictures supports neither WOFF2 nor axes.
for (const [name, wght, wdth] of [
  ['text', 500, 100],
  ['display', 800, 86],
]) {
  await write(`server/modules/syndication/fonts/archivo-${name}.ttf`, {
    targetFormat: 'truetype',
    variationAxes: { wght, wdth },
  });
}
