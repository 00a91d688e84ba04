/**
 * Adds a full stop to a text by a person or a service, unless it has one, so that another sentence can
 * follow.
 */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  const isEnded = ['.', '!', '?', '…'].some((end) => trimmed.endsWith(end));
  return isEnded || trimmed === '' ? trimmed : `${trimmed}.`;
}
