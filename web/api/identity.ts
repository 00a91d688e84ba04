/** Asks the person to confirm their identity; false when they cancel. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;

/** Registers how the open page asks; returns a function that unregisters it. */
export function askIdentityBy(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/** Whether the person confirmed their identity, so that the refused call can be repeated. */
export const confirmIdentity = async (): Promise<boolean> => (await ask?.()) ?? false;
