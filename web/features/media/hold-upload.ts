/**
 * Locks an upload for this tab, because two tabs that send it would abort each other. Resolves with a
 * function that unlocks it, or with null if another tab has the lock. Without locks in the browser, as on
 * pages without TLS, it always succeeds.
 */
export async function holdUpload(id: string): Promise<(() => Promise<void>) | null> {
  const { locks } = navigator;
  if (!locks) return async () => undefined;
  return await new Promise((resolve, reject) => {
    const held = locks.request(nameOf(id), { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise<void>((end) =>
        resolve(async () => {
          end();
          await held;
        }),
      );
    });
    held.catch(reject);
  });
}

/** Whether a tab, such as this one, is sending the upload. */
export async function isHeld(id: string): Promise<boolean> {
  const state = await navigator.locks?.query();
  return state?.held?.some(({ name }) => name === nameOf(id)) ?? false;
}

/** Resolves when no tab is sending the upload. The lock is shared, so that several tabs can wait. */
export async function untilGivenBack(id: string): Promise<void> {
  await navigator.locks.request(nameOf(id), { mode: 'shared' }, () => undefined);
}

const nameOf = (id: string): string => `upload ${id}`;
