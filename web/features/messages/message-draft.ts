const keyOf = (userId: string, submissionId: string) => `message-draft:${userId}:${submissionId}`;

/**
 * An unsent message survives a refusal and a reload; it ends with the tab. Storage may be full or switched off: then
 * there is no draft, and nothing else changes.
 */
export const drafts = {
  load(userId: string, submissionId: string): string {
    try {
      return sessionStorage.getItem(keyOf(userId, submissionId)) ?? '';
    } catch {
      return '';
    }
  },
  /** An empty one is forgotten. */
  save(userId: string, submissionId: string, text: string): void {
    try {
      if (text) sessionStorage.setItem(keyOf(userId, submissionId), text);
      else sessionStorage.removeItem(keyOf(userId, submissionId));
    } catch {}
  },
};
