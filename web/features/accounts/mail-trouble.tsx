import { mailNotices, supportRoutes } from '#contract/support/support.ts';
import { useRead } from '#web/api/query.ts';
import { Note } from '#web/ui/pages/note.tsx';

/** Shows the server's notice that mails don't arrive as usual, beside a text that promises a mail. */
export function MailTrouble() {
  const { data } = useRead(supportRoutes.status, {});
  if (data?.services.includes(mailNotices.unsent)) {
    return (
      <Note tone="warning" title={mailNotices.unsent}>
        This server can’t send mails yet. Mails wait until its operator has set that up.
      </Note>
    );
  }
  return data?.services.includes(mailNotices.late) ? <Note tone="warning" title={mailNotices.late} /> : null;
}
