import { mkdirSync } from 'node:fs';

/**
 * Makes the data folder, which holds what people uploaded, for its owner alone. Where root runs the server, PostgreSQL's own
 * account has to enter it.
 * @returns the first folder that was made; undefined when all were there
 */
export function makeDataFolder(dataDir: string): string | undefined {
  return mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}
