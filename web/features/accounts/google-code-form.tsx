import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import { useAction } from '#web/api/action.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { CodeField } from './code-field.tsx';
import { googleReturn } from './google-return.ts';

/** The second step of a sign-in with Google. The page redirects when it reads the new session. */
export function GoogleCodeForm() {
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const finish = useAction(accountRoutes.finishGoogleSignIn, {
    // Loads the page on which the person began, as a sign-in without a code does.
    success: () => window.location.assign(googleReturn.read() ?? paths.dashboard()),
    error: (error) => setRefusal(error.message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') setRefusal('Enter the six digits that the app shows.');
    else if (!finish.isPending) finish.mutate({ body: { code } });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <CodeField
        error={refusal}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setRefusal(undefined);
        }}
      />
      <Button type="submit" variant="primary" size="lg" busy={finish.isPending && 'Signing In...'}>
        Sign In
      </Button>
      <Link to={paths.login()} className="link self-center">
        Sign in another way
      </Link>
    </form>
  );
}
