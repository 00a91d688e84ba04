import { z } from 'zod';
import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import type { Instructions } from './layout.ts';
import { prepareRows } from './prepare-rows.ts';
import { preparedHead } from './prepared-head.ts';
import { READERS } from './rules.ts';

/**
 * Main program of a child process (server/modules/external-statements/read-in-child.ts). Its input is the
 * admin's instructions as JSON in the first line, followed by the statement. Its output has the findings in
 * the first line, followed by the rows in the form that the database reads.
 */
const rail = process.argv.at(-1) as StatementRail;
const parts: Buffer[] = [];
for await (const part of process.stdin) parts.push(part as Buffer);
const input = Buffer.concat(parts);
const end = input.indexOf('\n');
const instructions = JSON.parse(input.toString('utf8', 0, end)) as Instructions;
const prepared = prepareRows(rail, READERS[rail](input.toString('utf8', end + 1), instructions));
process.stdout.write(`${JSON.stringify(z.encode(preparedHead, prepared))}\n`);
if ('rows' in prepared) process.stdout.write(prepared.rows);
