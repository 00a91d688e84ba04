import { useState } from 'react';
import { mailAddressRoutes } from '#contract/mail-addresses.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

const texts = {
  bounce: (email: string) =>
    `The mail server of ${email} says that nobody is there, so no mails are sent. Open a link that we mail there, and they come again.`,
  complaint: (email: string) =>
    `A mail to ${email} was marked as spam, so only mails about your account and its security are sent. Open a link that we mail there, and the others come again.`,
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
      title={
        data.trouble.reason === 'bounce' ? 'Our mails to you come back.' : 'We stopped mailing you news.'
      }
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
