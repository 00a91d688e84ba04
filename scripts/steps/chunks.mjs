/** Returns the script of a module and all scripts that it imports statically. */
export function closure(chunks, name, seen = new Set()) {
  const chunk = chunks[name];
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) closure(chunks, imported, seen);
  return seen;
}
