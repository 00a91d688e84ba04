import { useState } from 'react';

/**
 * Returns the row that a dialog is about, as it is now in the list. If the list no longer has the row, it is
 * returned as it was when the dialog opened.
 */
export function useOpened<Row extends { id: string }>(rows: readonly Row[] | undefined) {
  const [opened, open] = useState<Row | null>(null);
  return {
    opened: opened && (rows?.find(({ id }) => id === opened.id) ?? opened),
    open,
    close: () => open(null),
  };
}
