import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import { boundedQueue } from '#server/infra/bounded-queue.ts';
import { type ChildLimits, childProgram, runChild } from '#server/infra/child.ts';
import { SECOND } from '#server/infra/clock.ts';
import { type Instructions, NO_INSTRUCTIONS } from './layout.ts';
import { failed } from './outside-line.ts';
import type { Prepared } from './prepare-rows.ts';
import { preparedHead } from './prepared-head.ts';

/**
 * Reads the text of a statement's file.
 * @throws Busy when several files wait already
 */
export type ReadStatement = (
  rail: StatementRail,
  text: string,
  instructions?: Instructions,
) => Promise<Prepared>;

const limits: ChildLimits = { ms: 30 * SECOND, heapMb: 768, memoryMb: 2048, outputBytes: 96 * 1024 ** 2 };
const queue = { atOnce: 1, waiting: 3, retryAfterSeconds: 10 };

/**
 * Reads files in child processes, because a file of 8 MB takes seconds, during which this process must answer
 * other requests.
 */
export function readStatementInChild(
  program = () => childProgram(new URL('./read-main.ts', import.meta.url), 'read-statement'),
): ReadStatement {
  const inTurn = boundedQueue(queue);
  let made: Promise<string[]> | null = null;
  return async (rail, text, instructions = NO_INSTRUCTIONS) => {
    made ??= program();
    const args = [...(await made), rail];
    const printed = await inTurn(() =>
      runChild(args, limits, Buffer.from(`${JSON.stringify(instructions)}\n${text}`)),
    );
    const end = printed?.indexOf('\n') ?? -1;
    if (!printed || end < 0) return failed('The file takes too long to read. Split it by days.');
    const found = preparedHead.parse(JSON.parse(printed.toString('utf8', 0, end)));
    return 'problems' in found ? found : { ...found, rows: printed.toString('utf8', end + 1) };
  };
}
