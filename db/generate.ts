import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readCatalog } from './catalog.ts';
import { dumpSchema } from './schema-dump.ts';
import { generateTypes } from './types-gen.ts';

const PATHS = ['db/schema.sql', 'db/types.ts'] as const;
export type GeneratedFile = { path: (typeof PATHS)[number]; text: string };

/** Returns both generated files, derived from the migrated database at `ownerUrl`. */
export async function generatedFiles(ownerUrl: string): Promise<GeneratedFile[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const catalog = await readCatalog(client);
    return [
      { path: 'db/schema.sql', text: dumpSchema(catalog) },
      { path: 'db/types.ts', text: generateTypes(catalog) },
    ];
  } finally {
    await client.end();
  }
}

const onDisk = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Returns the paths of the files that differ from those on disk, ignoring line endings. */
export function outOfDate(files: GeneratedFile[]): string[] {
  const now = (path: string): string =>
    existsSync(onDisk(path)) ? readFileSync(onDisk(path), 'utf8').replaceAll('\r\n', '\n') : '';
  return files.filter(({ path, text }) => now(path) !== text).map(({ path }) => path);
}

export function writeFiles(files: GeneratedFile[]): void {
  for (const { path, text } of files) writeFileSync(onDisk(path), text);
}
