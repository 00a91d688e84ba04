export interface BackupArguments {
  folder: string | null;
  /** The name of one backup; null: the newest. */
  at: string | null;
  flags: ReadonlySet<string>;
}

/** Reads `[FOLDER] [--at=NAME]` and the flags; null when something else is there. */
export function backupArguments(args: string[], known: readonly string[] = []): BackupArguments | null {
  const folders = args.filter((arg) => !arg.startsWith('--'));
  const at = args.filter((arg) => /^--at=./.test(arg)).map((arg) => arg.slice('--at='.length));
  const flags = args.filter((arg) => known.includes(arg));
  if (folders.length > 1 || at.length > 1 || folders.length + at.length + flags.length !== args.length)
    return null;
  return { folder: folders[0] ?? null, at: at[0] ?? null, flags: new Set(flags) };
}
