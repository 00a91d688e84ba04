import type { BulkReply } from '#contract/bulk.ts';
import { errorCatalogue } from '#contract/errors.ts';
import type { Log } from './log.ts';
import { isRefusal, type Refusal, refuse } from './outcome.ts';

/**
 * Does the same to many, one after the other, each in a transaction of its own that `act` opens and guards: one that is
 * refused, or fails, keeps none of the others back, and what was done before it is told.
 */
export async function forEachGuarded(
  ids: readonly string[],
  log: Pick<Log, 'error'>,
  act: (id: string) => Promise<unknown>,
): Promise<BulkReply> {
  const each = [...new Set(ids)];
  const refused: BulkReply['refused'] = [];
  for (const id of each) {
    const outcome = await act(id).catch((error: unknown) => {
      log.error({ err: error, id }, 'one of many could not be done');
      return refuse('internal');
    });
    if (isRefusal(outcome)) refused.push({ id, code: outcome.code, detail: detailOf(outcome) });
  }
  return { done: each.length - refused.length, refused };
}

const detailOf = (refusal: Refusal): string => refusal.detail ?? errorCatalogue[refusal.code].detail;
