/** Whether the server is unreachable, as far as this page knows (`watch-server.ts` checks). */
let isAway = false;
/** As of `Date.now()`, which also runs while a computer sleeps. */
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

/** Calls `act` when the server answers again after it was away. Returns a function that stops this. */
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

/** Call when no answer or only a proxy's arrived. `watch-server.ts` then checks the server at once. */
export function doubtServer(): void {
  for (const doubt of [...doubters]) doubt();
}

export function onDoubt(doubt: () => void): () => void {
  doubters.add(doubt);
  return () => void doubters.delete(doubt);
}

/** Each reply of the server has an id; a proxy's own reply has none. */
export const isOfServer = ({ headers }: Pick<Response, 'headers'>): boolean => headers.has('x-request-id');

/** Records whether a reply is the server's, whatever its status. */
export const noteReply = (reply: Response): void => (isOfServer(reply) ? heardFromServer() : doubtServer());
