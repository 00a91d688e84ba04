import { useState } from 'react';
import { mailAddressRoutes } from '#contract/mail-addresses.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

const texts = {
  bounce: (email: string) =>
    `Open a link that we email to ${email} to get emails again. Its mail server says that this address does not exist, so we stopped sending.`,
  complaint: (email: string) =>
    `Open a link that we email to ${email} to get all emails again. One was marked as spam, so we send only those about your account and its security.`,
};

/** Tells a person that no mails are sent to their address any more, and offers to resume them. */
export function MailAddressNote() {
  const { data } = useRead(mailAddressRoutes.mailAddress, {});
  const [sent, setSent] = useState(false);
  const send = useAction(mailAddressRoutes.sendMailAddressLink, {
    success: () => setSent(true),
    error: (error) => toast.error(error.title, error.message, { id: 'mail-address' }),
  });
  if (!data?.trouble) return null;
  return (
    <Note
      tone="warning"
      title={data.trouble.reason === 'bounce' ? 'Our emails to you bounce.' : 'We stopped emailing you news.'}
      action={
        sent ? (
          <p role="status">The link is on its way to {data.email}.</p>
        ) : (
          <Button size="sm" busy={send.isPending && 'Sending...'} onClick={() => send.mutate({})}>
            Mail me a link
          </Button>
        )
      }
    >
      {texts[data.trouble.reason](data.email)}
    </Note>
  );
}
