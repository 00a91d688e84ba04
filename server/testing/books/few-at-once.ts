const MOST = 6;

/**
 * Reads each thing in order, at most six in parallel, so that no read waits long for a database connection.
 */
export async function fewAtOnce<T, R>(things: T[], read: (one: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (let from = 0; from < things.length; from += MOST)
    found.push(...(await Promise.all(things.slice(from, from + MOST).map(read))));
  return found;
}
