import { mailNotices, supportRoutes } from '#contract/support/support.ts';
import { useRead } from '#web/api/query.ts';
import { Note } from '#web/ui/pages/note.tsx';

/** Whether this server sends mails; null until it is known. */
export const useSendsMail = (): boolean | null => useRead(supportRoutes.status, {}).data?.sendsMail ?? null;

/** Shown above a form that is answered by mail, if this server sends no mails. */
export const NoMailNote = () =>
  useSendsMail() === false ? (
    <Note tone="warning" title={mailNotices.unsent}>
      We keep what you send, and our team reads it. Confirmation and answer follow once this server can send
      mails.
    </Note>
  ) : null;
