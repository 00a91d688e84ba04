import { parseArgs } from 'node:util';

export interface BackupArguments {
  folder: string | null;
  /** The values of the given options, by name. */
  options: Partial<Record<string, string>>;
  flags: ReadonlySet<string>;
}

/** Parses `[FOLDER] [--name=VALUE]… [--flag]…`. Returns null when an argument is unknown. */
export function backupArguments(
  args: string[],
  known: { options: readonly string[]; flags?: readonly string[] },
): BackupArguments | null {
  const { options, flags = [] } = known;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries([
        ...options.map((name) => [name, { type: 'string' as const }]),
        ...flags.map((name) => [name, { type: 'boolean' as const }]),
      ]),
    });
    const given = Object.entries(values);
    const isEmpty = given.some(([, value]) => value === '');
    if (positionals.length > 1 || isEmpty) return null;
    return {
      folder: positionals[0] ?? null,
      options: Object.fromEntries(
        given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
      flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
    };
  } catch {
    return null;
  }
}

/** The folders with the programs that a backup runs. */
export const programsIn = (env: Record<string, string | undefined>): string => env.PATH || '/usr/bin:/bin';
