import { PasswordForm } from '#web/features/accounts/password-form.tsx';
import { SecondFactor } from '#web/features/accounts/second-factor.tsx';
import { SessionList } from '#web/features/accounts/session-list.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';

/** Sign-in settings of the admin. */
export function SecurityPage() {
  return (
    <>
      <PageHeader title="Security" meaning="How you sign in, and where you are signed in." noIndex />
      <div className="grid grid-cols-1 items-start gap-5 max-md:gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5 max-md:gap-4">
          <SecondFactor />
          <SessionList />
        </div>
        <PasswordForm />
      </div>
    </>
  );
}
