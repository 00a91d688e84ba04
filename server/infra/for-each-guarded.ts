import type { BulkReply } from '#contract/admin/bulk.ts';
import { errorCatalogue } from '#contract/errors.ts';
import type { Log } from './log.ts';
import { isRefusal, type Refusal, refuse } from './outcome.ts';

/**
 * Calls `act` with each id in turn; `act` opens and guards its own transaction. A refused or failed id does
 * not stop the others. Returns the outcomes.
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
