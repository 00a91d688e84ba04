/** Asks the person to confirm their identity. Resolves with false if they cancel. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let waiting: ((ask: Ask) => void)[] = [];

/** Registers the function with which the open page asks. Returns a function that unregisters it. */
export function askIdentityBy(next: Ask): () => void {
  ask = next;
  for (const go of waiting) go(next);
  waiting = [];
  return () => {
    if (ask === next) ask = null;
  };
}

/**
 * Milliseconds to wait until the dialog is registered, because it loads after the page. Without a dialog the
 * refusal is shown.
 */
const WAIT_MS = 10_000;

const registeredAsk = (): Promise<Ask | null> =>
  new Promise((resolve) => {
    if (ask) return resolve(ask);
    waiting.push(resolve);
    setTimeout(() => resolve(null), WAIT_MS);
  });

/**
 * Asks the person to confirm their identity. Resolves with true if they did, so that the refused call can be
 * repeated.
 */
export const confirmIdentity = async (): Promise<boolean> => (await (await registeredAsk())?.()) ?? false;
