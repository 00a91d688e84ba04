import { type FormEvent, useState } from 'react';
import { fullMoment } from '#contract/dates.ts';
import { PAYOUT_ADDRESS_WAIT_HOURS, WEEKLY_PAYOUT_MIN, WITHDRAWAL_MIN } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { payoutText } from '#web/nouns/payout-text.ts';
import { isWholeEmail } from '#web/nouns/whole-email.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { PasswordInput } from '#web/ui/forms/password-input.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { ConfirmAge } from './confirm-age.tsx';
import { CountryField, guessCountry, useSaveCountry } from './country-field.tsx';

/** Shows the payment address, when payouts are sent, and the conditions for being paid. */
export function PayoutInformation({ hasPassword }: { hasPassword: boolean }) {
  const address = useRead(routes.payoutAddress, {});
  return (
    <Panel title="Payout Information">
      <QueryState
        of={address}
        failed="The payout information did not load."
        loading={
          <Loading>
            <div className="flex flex-col gap-4">
              <Skeleton className="h-10" />
              <Skeleton className="h-10" />
            </div>
          </Loading>
        }
      >
        {({ ageConfirmed, email, usable, usableAt, nextWeeklyRunAt, country }) => (
          <>
            {ageConfirmed ? null : <ConfirmAge />}
            <PayoutForm
              email={email}
              waitsUntil={usable ? null : usableAt}
              nextRun={nextWeeklyRunAt}
              country={country}
              hasPassword={hasPassword}
            />
          </>
        )}
      </QueryState>
    </Panel>
  );
}

interface PayoutFormProps {
  email: string | null;
  /**
   * When a new address becomes usable, by the server's clock, which may be ahead of the browser's; null if it
   * is usable.
   */
  waitsUntil: Date | null;
  nextRun: Date;
  country: string | null;
  /** True if the person has a password. Otherwise they confirm their identity with Google. */
  hasPassword: boolean;
}

function usePaymentEmail({
  email: current,
  country: currentCountry,
  hasPassword,
}: Pick<PayoutFormProps, 'email' | 'country' | 'hasPassword'>) {
  const [country, setCountry] = useState(currentCountry ?? (current === null ? guessCountry() : ''));
  // The typed email is kept, because a person without a password leaves the page to confirm their identity
  // with Google.
  const [draft, keep] = useDraft('payment-email');
  const [email, setText] = useState(draft || (current ?? ''));
  const setEmail = (text: string) => {
    setText(text);
    keep(text);
  };
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<{ email?: string; country?: string; password?: string }>({});
  const save = useAction(routes.setPayoutAddress, {
    success: (saved) => {
      setText(saved.email);
      keep('');
      setPassword('');
      toast.success(
        'Payment Email saved',
        `Payouts can go to ${saved.email} from ${fullMoment(saved.usableAt)}.`,
      );
    },
    error: (error) => {
      const wrong = error.code === 'login_failed';
      const message = wrong ? 'The password is wrong.' : error.message;
      toast.error(wrong ? 'Payment Email not saved' : error.title, message, { id: 'payment-email' });
      if (error.code === 'confirm_identity') return;
      if (error.code === 'payout_country_unsupported') return setRefusal({ country: error.message });
      setRefusal(
        error.code === 'invalid_input' ? { email: 'Enter a whole email address.' } : { password: message },
      );
    },
  });
  const newEmail = email.trim() !== '' && email.trim().toLowerCase() !== current;
  const asksPassword = newEmail && current !== null && hasPassword;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!newEmail || save.isPending) return;
    if (!isWholeEmail(email.trim())) {
      setRefusal({ email: 'Enter a whole email address.' });
      return;
    }
    if (!country) {
      setRefusal({ country: 'Choose the country you are paid in.' });
      return;
    }
    if (asksPassword && !password) {
      setRefusal({ password: 'Enter your password to change your payment email.' });
      return;
    }
    setRefusal({});
    save.mutate({ body: { email: email.trim(), country, ...(password ? { password } : {}) } });
  };
  return {
    email,
    setEmail,
    country,
    setCountry,
    password,
    setPassword,
    refusal,
    setRefusal,
    asksPassword,
    changed: newEmail,
    submit,
    saving: save.isPending,
  };
}

function PayoutForm({ email: current, country, waitsUntil, nextRun, hasPassword }: PayoutFormProps) {
  const form = usePaymentEmail({ email: current, country, hasPassword });
  const ofCountry = useSaveCountry((message) => form.setRefusal(message ? { country: message } : {}));
  const now = useNow();
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col items-start gap-4.5">
      <Field label="Payment Method" className="w-full" hint={payoutText()}>
        <Select disabled value="paypal" options={[{ value: 'paypal', label: 'PayPal' }]} />
      </Field>
      <Field
        label="Payment Email"
        className="w-full"
        error={form.refusal.email}
        hint={
          current === null
            ? `The PayPal address that payouts go to. Once you have earned something, it can be used ${PAYOUT_ADDRESS_WAIT_HOURS} hours after you entered it.`
            : `The PayPal address that payouts go to. A change needs ${hasPassword ? 'your password' : 'a new sign-in with Google'} and can be used ${PAYOUT_ADDRESS_WAIT_HOURS} hours later.`
        }
      >
        <TextInput
          type="email"
          autoComplete="email"
          maxLength={254}
          placeholder="you@example.com"
          value={form.email}
          onChange={(event) => form.setEmail(event.target.value)}
        />
      </Field>
      <CountryField value={form.country} onChange={form.setCountry} error={form.refusal.country} />
      {form.country && form.country !== country ? (
        <Button size="sm" busy={ofCountry.saving && 'Saving...'} onClick={() => ofCountry.save(form.country)}>
          Save country
        </Button>
      ) : null}
      {form.asksPassword ? (
        <Field
          label="Password"
          className="w-full"
          error={form.refusal.password}
          hint="The password of this account."
        >
          <PasswordInput
            autoComplete="current-password"
            value={form.password}
            onChange={(event) => form.setPassword(event.target.value)}
          />
        </Field>
      ) : null}
      {waitsUntil && waitsUntil > now ? (
        <Note tone="warning" title="Payment Email is new.">
          Payouts can go there from {fullMoment(waitsUntil)}.
        </Note>
      ) : null}
      <Button type="submit" disabled={!form.changed && !form.saving} busy={form.saving && 'Saving...'}>
        Save Payment Email
      </Button>
      <p className="text-muted text-sm">
        Payments are processed weekly, and the minimum payout is{' '}
        {formatUsd(WEEKLY_PAYOUT_MIN).replace('.00', '')}: every available balance of that or more is paid
        automatically, next on {fullMoment(nextRun)}. A withdrawal on request starts at{' '}
        {formatUsd(WITHDRAWAL_MIN)}.
      </p>
    </form>
  );
}
