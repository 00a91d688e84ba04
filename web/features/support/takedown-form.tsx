import type { UseFormReturn } from 'react-hook-form';
import { routes } from '#contract/routes.ts';
import { TAKEDOWN_NAME_MAX, TAKEDOWN_URL_MAX, TAKEDOWN_WORK_MAX } from '#contract/support/takedowns.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { NoMailNote, useSendsMail } from './no-mail-note.tsx';
import { useKeptForm } from './use-kept-form.ts';

const empty = {
  name: '',
  email: '',
  onBehalfOf: '',
  url: '',
  work: '',
  goodFaith: false,
  accurate: false,
  signature: '',
};
type Request = typeof empty;

const required = { validate: (text: string) => text.trim() !== '' || 'This field is required.' };
const stated = { validate: (checked: boolean) => checked || 'Check this if it is true. It is required.' };

/**
 * The form for a takedown request, with the two statements that the law requires. The input is kept until the
 * server has received it.
 */
export function TakedownForm() {
  const { form, keep, clear } = useKeptForm('takedown', empty);
  const { register, formState } = form;
  const { errors } = formState;
  const sendsMail = useSendsMail();
  const send = useSending(form, { onSent: clear, sendsMail });
  return (
    <form
      noValidate
      onSubmit={send.submit}
      onChange={keep}
      className="flex flex-col gap-4.5"
      aria-label="Takedown request"
    >
      <div className="grid grid-cols-1 gap-4.5 sm:grid-cols-2">
        <Field label="Name" error={errors.name?.message}>
          <TextInput autoComplete="name" maxLength={TAKEDOWN_NAME_MAX} {...register('name', required)} />
        </Field>
        <Field
          label="Email"
          hint={sendsMail ? 'We’ll reply to this address.' : undefined}
          error={errors.email?.message}
        >
          <TextInput type="email" autoComplete="email" maxLength={254} {...register('email', required)} />
        </Field>
      </div>
      <Field
        label="On behalf of"
        aside="Optional"
        hint="The owner of the work, when it is not you."
        error={errors.onBehalfOf?.message}
      >
        <TextInput autoComplete="organization" maxLength={TAKEDOWN_NAME_MAX} {...register('onBehalfOf')} />
      </Field>
      <Infringement form={form} />
      <Statements form={form} />
      <Field
        label="Signature"
        hint="Type your full name. It counts as your signature."
        error={errors.signature?.message}
      >
        <TextInput autoComplete="off" maxLength={TAKEDOWN_NAME_MAX} {...register('signature', required)} />
      </Field>
      <NoMailNote />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="self-start"
        busy={send.isPending && 'Sending...'}
      >
        Send Request
      </Button>
    </form>
  );
}

function Infringement({ form: { register, formState } }: { form: UseFormReturn<Request> }) {
  const { errors } = formState;
  return (
    <>
      <Field
        label="Clip or source"
        hint="The web address of the post, or of the listing here."
        error={errors.url?.message}
      >
        <TextInput
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={TAKEDOWN_URL_MAX}
          placeholder="https://"
          {...register('url', required)}
        />
      </Field>
      <Field
        label="Your work"
        hint="Which work it uses, and where it can be seen: its title, its date, its address."
        error={errors.work?.message}
      >
        <Textarea rows={5} maxLength={TAKEDOWN_WORK_MAX} {...register('work', required)} />
      </Field>
    </>
  );
}

function Statements({ form: { register, formState } }: { form: UseFormReturn<Request> }) {
  const { errors } = formState;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold text-sm">Statements</legend>
      <Checkbox
        label="I believe in good faith that this use is not allowed by the owner of the work, by someone acting for the owner, or by law."
        error={errors.goodFaith?.message}
        {...register('goodFaith', stated)}
      />
      <Checkbox
        label="What I write here is accurate, and I am the owner of the work or may act for the owner."
        error={errors.accurate?.message}
        {...register('accurate', stated)}
      />
    </fieldset>
  );
}

function useSending(
  form: UseFormReturn<Request>,
  { onSent, sendsMail }: { onSent: () => void; sendsMail: boolean | null },
) {
  const { mutate, isPending } = useAction(routes.requestTakedown, {
    success: () => {
      onSent();
      toast.success(
        'Request Sent!',
        sendsMail
          ? 'Our team reviews it. We confirm it by email and answer within 24-48 hours.'
          : 'Our team reviews it within 24-48 hours.',
      );
    },
    error: (error) => {
      toast.error(error.title, error.message, { id: 'form' });
      for (const { field, message } of error.problem.fields ?? [])
        if (field in empty) form.setError(field as keyof Request, { message }, { shouldFocus: true });
    },
  });
  const submit = form.handleSubmit(
    (request) => {
      if (!isPending) mutate({ body: { ...request, onBehalfOf: request.onBehalfOf.trim() || null } });
    },
    () => toast.error('Missing Information', 'Please fill in all fields.', { id: 'form' }),
  );
  return { submit, isPending };
}
