import { useState } from 'react';

/** The row of a list that a dialog is about: as the list has it now, and as it was opened once it left the list. */
export function useOpened<Row extends { id: string }>(rows: readonly Row[] | undefined) {
  const [opened, open] = useState<Row | null>(null);
  return {
    opened: opened && (rows?.find(({ id }) => id === opened.id) ?? opened),
    open,
    close: () => open(null),
  };
}
