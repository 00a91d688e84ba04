/**
 * Takes an upload for this tab, because two tabs that send one end each other. Resolves with what gives it back, or with null
 * when another tab has it. A browser without locks (pages without TLS) can't tell.
 */
export async function holdUpload(id: string): Promise<(() => void) | null> {
  const { locks } = navigator;
  if (!locks) return () => undefined;
  return await new Promise((resolve, reject) => {
    locks
      .request(`upload ${id}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((giveBack) => resolve(giveBack));
      })
      .catch(reject);
  });
}
