/** Groups rows by account, because one call to a platform asks for posts of one account. */
export function byConnection<Row extends { connection_id: string }>(rows: Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.connection_id);
    if (group) group.push(row);
    else groups.set(row.connection_id, [row]);
  }
  return [...groups.values()];
}
