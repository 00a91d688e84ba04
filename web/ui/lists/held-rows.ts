import { type Held, useNewRows } from './new-rows.tsx';
import { type ListQuery, rowsOf } from './query-list.tsx';

/**
 * Like `useNewRows`, for the rows of a query. As long as the previous filter's rows are shown, the next
 * filter's rows don't count as new.
 */
export const useHeldRows = <Row extends { id: string }>(
  of: ListQuery<Row> & { isPlaceholderData: boolean },
  list: string,
): Held<Row> => useNewRows(rowsOf(of) ?? [], ({ id }) => id, of.isPlaceholderData ? 'before' : list);
