import { mailNotices, supportRoutes } from '#contract/support/support.ts';
import { useRead } from '#web/api/query.ts';
import { Note } from '#web/ui/pages/note.tsx';

/** Whether this server sends mails; null while unknown. */
export const useSendsMail = (): boolean | null => useRead(supportRoutes.status, {}).data?.sendsMail ?? null;

/** Shown before a form that is answered by mail: says that this server sends none. */
export const NoMailNote = () =>
  useSendsMail() === false ? (
    <Note tone="warning" title={mailNotices.unsent}>
      What you send is kept, and our team reads it. Confirmation and answer wait until this server sends
      mails.
    </Note>
  ) : null;
