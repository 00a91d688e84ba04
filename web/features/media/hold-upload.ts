/**
 * Takes an upload for this tab, because two tabs that send one end each other. Resolves with what gives it back, or with null
 * when another tab has it. A browser without locks (pages without TLS) can't tell.
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

/** Whether a tab sends it now. */
export async function isHeld(id: string): Promise<boolean> {
  const state = await navigator.locks?.query();
  return state?.held?.some(({ name }) => name === nameOf(id)) ?? false;
}

/** Resolves once no tab sends it. Shared, so that several tabs can wait. */
export async function untilGivenBack(id: string): Promise<void> {
  await navigator.locks.request(nameOf(id), { mode: 'shared' }, () => undefined);
}

const nameOf = (id: string): string => `upload ${id}`;
