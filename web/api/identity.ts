/** Asks the person to confirm their identity; false when they cancel. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let waiting: ((ask: Ask) => void)[] = [];

/** Registers the dialog of the open page; returns a function that unregisters it. */
export function askIdentityBy(next: Ask): () => void {
  ask = next;
  for (const go of waiting) go(next);
  waiting = [];
  return () => {
    if (ask === next) ask = null;
  };
}

/** Milliseconds to wait for the dialog, which loads after the page. Without it the refusal is shown. */
const WAIT_MS = 10_000;

const registeredAsk = (): Promise<Ask | null> =>
  new Promise((resolve) => {
    if (ask) return resolve(ask);
    waiting.push(resolve);
    setTimeout(() => resolve(null), WAIT_MS);
  });

/** Whether the person confirmed their identity, so that the refused call can be repeated. */
export const confirmIdentity = async (): Promise<boolean> => (await (await registeredAsk())?.()) ?? false;
