import { Scissors, Video } from 'lucide-react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { Confirmation } from './confirmation.tsx';
import { describeFailure } from './failures.ts';
import { checkNewPassword } from './form-rules.ts';
import { GoogleButton } from './google-button.tsx';
import { mailedReturn } from './mailed-return.ts';
import type { ErrorForm } from './use-error-form.ts';

export interface SignUpValues {
  email: string;
  password: string;
  confirmation: string;
}

/**
 * Kept in memory as long as the page is open, because resending the link needs the password, by which the
 * server finds the sign-up.
 */
export interface SignedUp {
  email: string;
  password: string;
}

export const emptySignUp: SignUpValues = { email: '', password: '', confirmation: '' };

export interface SignUpFormProps {
  role: MemberRole;
  /**
   * The form belongs to the caller, so that the typed values stay when the person changes the account type.
   */
  form: ErrorForm<SignUpValues>;
  onChangeRole: () => void;
  /** The path of the page from which the person arrived. */
  next: string | null;
  onSignedUp: (signUp: SignedUp) => void;
}

/** The second step of the sign-up: shows the chosen account type and asks for email and password. */
export function SignUpForm({ role, form, next, onChangeRole, onSignedUp }: SignUpFormProps) {
  const signUp = useAction(accountRoutes.signUp, {
    success: (_reply, { body }) => onSignedUp({ email: body.email, password: body.password }),
    error: (error) => {
      const { title, message } = describeFailure(error, 'Sign Up');
      toast.error(title, message, { id: 'form' });
      form.mark(error);
    },
  });
  const submit = form.handleSubmit((values) => {
    const rule = checkNewPassword(values);
    if (rule) form.showError(rule);
    else {
      const confirmed = {
        acceptTerms: true as const,
        confirmAdult: true,
        ...mailedReturn(next),
      };
      signUp.mutate({ body: { ...values, email: values.email.trim(), role, ...confirmed } });
    }
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <ChosenRole role={role} onChange={onChangeRole} />
      <GoogleButton next={next} />
      <Field label="Email" error={form.errorOf('email')}>
        <TextInput type="email" autoComplete="email" maxLength={254} {...form.register('email')} />
      </Field>
      <Field label="Password" hint="6 characters or more." error={form.errorOf('password')}>
        <PasswordInput autoComplete="new-password" maxLength={PASSWORD_MAX} {...form.register('password')} />
      </Field>
      <Field label="Confirm password" error={form.errorOf('confirmation')}>
        <PasswordInput
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          {...form.register('confirmation')}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={signUp.isPending && 'Creating Account...'}>
        Create Account
      </Button>
      <Confirmation rights={role === 'host'} press="Create Account" />
    </form>
  );
}

const roleLabels = {
  host: { Icon: Video, name: 'Host', who: 'Streamer / YouTuber' },
  clipper: { Icon: Scissors, name: 'Clipper', who: 'Content Creator' },
};

function ChosenRole({ role, onChange }: { role: MemberRole; onChange: () => void }) {
  const { Icon, name, who } = roleLabels[role];
  return (
    <div className="flex items-center gap-3 rounded-[8px] border border-line bg-surface px-3.5 py-2.5">
      <Icon aria-hidden className="size-4.5" />
      <span className="flex-1">
        <b className="font-semibold">{name}</b> <span className="text-muted">{who}</span>
      </span>
      <button type="button" className="link text-sm" onClick={onChange}>
        Change
      </button>
    </div>
  );
}
