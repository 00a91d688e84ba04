/** Whether this page currently considers the server unreachable (`watch-server.ts` checks it). */
let isAway = false;
/**
 * When the last reply of the server arrived, on the clock of `Date.now()`, which also runs while a computer
 * sleeps.
 */
let heardAt = Date.now();
const listeners = new Set<() => void>();
const doubters = new Set<() => void>();

/** Whether the server did not answer the last check. */
export const isServerAway = (): boolean => isAway;

export const lastHeardAt = (): number => heardAt;

export function onReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls `act` when the server answers again after it was unreachable. Returns a function that ends this. */
export const onReturn = (act: () => void): (() => void) => onReach(() => isAway || act());

export function setServerAway(now: boolean): void {
  if (isAway === now) return;
  isAway = now;
  for (const listener of [...listeners]) listener();
}

export function heardFromServer(): void {
  heardAt = Date.now();
  setServerAway(false);
}

/** Call this if no reply arrived, or only a proxy's. `watch-server.ts` then checks the server at once. */
export function doubtServer(): void {
  for (const doubt of [...doubters]) doubt();
}

export function onDoubt(doubt: () => void): () => void {
  doubters.add(doubt);
  return () => void doubters.delete(doubt);
}

/**
 * Whether a reply is from the server itself. Each of its replies has an id, and a proxy's own reply has none.
 */
export const isOfServer = ({ headers }: Pick<Response, 'headers'>): boolean => headers.has('x-request-id');

/** Records that the server answered, whatever the status. After a proxy's own reply the server is checked. */
export const noteReply = (reply: Response): void => (isOfServer(reply) ? heardFromServer() : doubtServer());
