import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a text file completely or not at all, even if the process is killed. */
export async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}
