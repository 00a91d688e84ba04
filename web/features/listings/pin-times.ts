import { runningTime } from '#web/ui/texts/file-facts.ts';

/** Returns the second that a text such as "1:02:03", "2:03" or "123" names; null for other texts. */
export function secondOf(text: string): number | null {
  const parts = text.trim().split(':');
  if (parts.length > 3 || parts.some((part) => !/^\d{1,5}$/.test(part))) return null;
  const [, ...below] = parts.map(Number);
  if (below.some((part) => part > 59)) return null;
  return parts.reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** Returns the error of a pin's second, or null if it is valid. The length of the source may be unknown. */
export function wrongTime(second: number | null, durationMs: number | null): string | null {
  if (second === null) return 'Write the time as 1:02:03 or 2:03.';
  if (durationMs === null || 1000 * second < durationMs) return null;
  return `The video ends at ${runningTime(durationMs)}. Choose an earlier time.`;
}
