import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { checkFilled } from './form-rules.ts';
import { MailTrouble } from './mail-trouble.tsx';
import { useErrorForm } from './use-error-form.ts';

/** Requests a reset link. The answer is the same whether or not the address has an account. */
export function ForgotForm() {
  const form = useErrorForm({ email: '' });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const forgot = useAction(routes.forgotPassword, {
    success: (_reply, { body }) => setSentTo(body.email),
    error: (error) => toast.error(error.title, error.message, { id: 'form' }),
  });
  const submit = form.handleSubmit((values) => {
    const rule = checkFilled(values);
    if (rule) form.showError(rule);
    else forgot.mutate({ body: { email: values.email.trim() } });
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {sentTo ? (
        <Note tone="ok" alert title="Check your email.">
          If {sentTo} has an account, a link to set a new password is on its way. It works for one hour.
        </Note>
      ) : null}
      {sentTo ? <MailTrouble /> : null}
      <Field label="Email" error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="email" maxLength={254} {...form.register('email')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={forgot.isPending && 'Sending...'}>
        Send link
      </Button>
    </form>
  );
}
