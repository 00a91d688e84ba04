/** Ends a text that a person or a service wrote as a sentence, so that another one can follow it. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  const isEnded = ['.', '!', '?', '…'].some((end) => trimmed.endsWith(end));
  return isEnded || trimmed === '' ? trimmed : `${trimmed}.`;
}
