/** Asks the person to prove who they are; false when they would rather not. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;

/** The page that can ask says how; answers with the way to take it back. */
export function askIdentityBy(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/** Whether the person has just proved who they are, so that a refused call is worth a second try. */
export const confirmIdentity = async (): Promise<boolean> => (await ask?.()) ?? false;
