import { type Held, useNewRows } from './new-rows.tsx';
import { type ListQuery, rowsOf } from './query-list.tsx';

/** `useNewRows` of a query. While the rows of the filters before are shown, those of the next ones are not new beside them. */
export const useHeldRows = <Row extends { id: string }>(
  of: ListQuery<Row> & { isPlaceholderData: boolean },
  list: string,
): Held<Row> => useNewRows(rowsOf(of) ?? [], ({ id }) => id, of.isPlaceholderData ? 'before' : list);
