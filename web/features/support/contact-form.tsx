import type { UseFormReturn } from 'react-hook-form';
import { routes } from '#contract/routes.ts';
import {
  SUPPORT_MESSAGE_MAX,
  SUPPORT_NAME_MAX,
  type SupportCategory,
  supportCategories,
  supportCategoryNames,
} from '#contract/support/support.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { NoMailNote } from './no-mail-note.tsx';
import { useKeptForm } from './use-kept-form.ts';

interface Message {
  name: string;
  email: string;
  category: SupportCategory | '';
  message: string;
}

const empty: Message = { name: '', email: '', category: '', message: '' };

const required = { validate: (text: string) => text.trim() !== '' || 'This field is required.' };

/**
 * A form with name, email, category and message, all required. The input is kept until the server has
 * received it.
 */
export function ContactForm() {
  const { form, keep, clear } = useKeptForm('contact', empty);
  const { register, formState } = form;
  const send = useSending(form, clear);
  return (
    <form
      noValidate
      onSubmit={send.submit}
      onChange={keep}
      className="flex flex-col gap-4.5"
      aria-label="Contact"
    >
      <div className="grid grid-cols-1 gap-4.5 sm:grid-cols-2">
        <Field label="Name" error={formState.errors.name?.message}>
          <TextInput autoComplete="name" maxLength={SUPPORT_NAME_MAX} {...register('name', required)} />
        </Field>
        <Field label="Email" error={formState.errors.email?.message}>
          <TextInput type="email" autoComplete="email" maxLength={254} {...register('email', required)} />
        </Field>
      </div>
      <Field label="Category" error={formState.errors.category?.message}>
        <Select
          placeholder="Choose a category"
          options={supportCategories.map((value) => ({ value, label: supportCategoryNames[value] }))}
          {...register('category', required)}
        />
      </Field>
      <Field
        label="Message"
        hint="What happened, what you expected, and the address of the page or clip."
        error={formState.errors.message?.message}
      >
        <Textarea rows={8} maxLength={SUPPORT_MESSAGE_MAX} {...register('message', required)} />
      </Field>
      <NoMailNote />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="self-start"
        busy={send.isPending && 'Sending...'}
      >
        Send Message
      </Button>
    </form>
  );
}

function useSending(form: UseFormReturn<Message>, onSent: () => void) {
  const { mutate, isPending } = useAction(routes.sendSupportMessage, {
    success: () => {
      onSent();
      toast.success('Message Sent!', "We'll get back to you within 24-48 hours.");
    },
    error: (error) => {
      toast.error(error.title, error.message, { id: 'form' });
      for (const { field, message } of error.problem?.fields ?? [])
        if (field in empty) form.setError(field as keyof Message, { message });
    },
  });
  const submit = form.handleSubmit(
    ({ category, ...rest }) => {
      if (category !== '' && !isPending) mutate({ body: { ...rest, category } });
    },
    () => toast.error('Missing Information', 'Please fill in all fields.', { id: 'form' }),
  );
  return { submit, isPending };
}
