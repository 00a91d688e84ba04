const plain = (text: string): string => text.toLowerCase().replaceAll('’', "'");

/** Whether every typed word occurs in the text, whatever its case and position. */
export function matches(text: string, typed: string): boolean {
  const searched = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
