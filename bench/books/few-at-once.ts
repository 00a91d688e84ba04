const MOST = 6;

/** What `read` answers for each, in order; so few at once that none waits long for a connection to the database. */
export async function fewAtOnce<T, R>(things: T[], read: (one: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (let from = 0; from < things.length; from += MOST)
    found.push(...(await Promise.all(things.slice(from, from + MOST).map(read))));
  return found;
}
