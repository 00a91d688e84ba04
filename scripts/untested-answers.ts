import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredRoutes } from './answers/declared.ts';
import {
  type Answer,
  findTests,
  testedPage,
  undeclaredAnswers,
  untestedAnswers,
} from './answers/untested.ts';

/**
 * Reads the answers that a whole run of the unit tests recorded in this folder. Writes a page with a test for
 * each status of each route, and prints each declared answer without a test and each undeclared one.
 */
const [folder, page] = process.argv.slice(2) as [string, string];
const answers = readdirSync(folder)
  .flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
  .map((line) => JSON.parse(line) as Answer);
const declared = declaredRoutes();
const tested = findTests(declared, answers);
writeFileSync(page, testedPage(tested));
const findings = [...untestedAnswers(tested), ...undeclaredAnswers(declared, answers)];
for (const line of findings) console.error(line);
if (findings.length > 0) {
  console.error(
    `Write a test for each, or correct what the route declares. ${page} lists all routes by status.`,
  );
  process.exitCode = 1;
}
