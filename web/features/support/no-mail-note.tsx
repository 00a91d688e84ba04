import { mailNotices, supportRoutes } from '#contract/support.ts';
import { useRead } from '#web/api/query.ts';
import { Note } from '#web/ui/note.tsx';

/** Whether mails leave this server; null while unknown. */
export const useSendsMail = (): boolean | null => useRead(supportRoutes.status, {}).data?.sendsMail ?? null;

/** Before somebody sends what is answered by mail: that no mail leaves here. */
export const NoMailNote = () =>
  useSendsMail() === false ? (
    <Note tone="warning" title={mailNotices.unsent}>
      What you send is kept, and our team reads it. Confirmation and answer wait until this server sends
      mails.
    </Note>
  ) : null;
