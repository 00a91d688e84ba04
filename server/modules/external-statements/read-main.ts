import type { StatementRail } from '#contract/external-statements.ts';
import { prepareRows } from './prepare-rows.ts';
import { READERS } from './rules.ts';

/**
 * Main program of a child process (server/modules/external-statements/read-in-child.ts): reads a statement from its input and
 * prints what was found in the first line, and behind it the rows as the database takes them.
 */
const rail = process.argv.at(-1) as StatementRail;
const parts: Buffer[] = [];
for await (const part of process.stdin) parts.push(part as Buffer);
const prepared = prepareRows(rail, READERS[rail](Buffer.concat(parts).toString()));
if ('problems' in prepared) process.stdout.write(`${JSON.stringify({ problems: prepared.problems })}\n`);
else {
  const { rows, ...head } = prepared;
  process.stdout.write(`${JSON.stringify(head)}\n`);
  process.stdout.write(rows);
}
