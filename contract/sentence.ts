/** Adds a full stop to a person's or service's text if needed, so that another sentence can follow. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  const isEnded = ['.', '!', '?', '…'].some((end) => trimmed.endsWith(end));
  return isEnded || trimmed === '' ? trimmed : `${trimmed}.`;
}
