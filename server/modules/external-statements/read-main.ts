import { z } from 'zod';
import type { StatementRail } from '#contract/external-statements.ts';
import type { Said } from './layout.ts';
import { prepareRows } from './prepare-rows.ts';
import { preparedHead } from './prepared-head.ts';
import { READERS } from './rules.ts';

/**
 * Main program of a child process (server/modules/external-statements/read-in-child.ts): reads from its input what is said of a
 * statement, in the first line, and the statement. Prints what was found in the first line, and behind it the rows as the
 * database takes them.
 */
const rail = process.argv.at(-1) as StatementRail;
const parts: Buffer[] = [];
for await (const part of process.stdin) parts.push(part as Buffer);
const input = Buffer.concat(parts);
const end = input.indexOf('\n');
const said = JSON.parse(input.toString('utf8', 0, end)) as Said;
const prepared = prepareRows(rail, READERS[rail](input.toString('utf8', end + 1), said));
process.stdout.write(`${JSON.stringify(z.encode(preparedHead, prepared))}\n`);
if ('rows' in prepared) process.stdout.write(prepared.rows);
