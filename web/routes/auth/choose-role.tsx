import { accountRoutes } from '#contract/accounts/accounts.ts';
import { useAction } from '#web/api/action.ts';
import { Confirmation } from '#web/features/accounts/confirmation.tsx';
import { signOut } from '#web/features/accounts/sign-out.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AuthLayout } from './layout.tsx';
import { RoleCards } from './role-cards.tsx';

/**
 * Asks a signed-in person without a role to choose one. People who sign up with Google have none at first.
 */
export function ChooseRole() {
  const choose = useAction(accountRoutes.chooseRole, {
    error: (error) => toast.error(error.title, error.message, { id: 'form' }),
  });
  return (
    <AuthLayout
      corner={
        <Button size="sm" onClick={signOut}>
          Sign out
        </Button>
      }
    >
      <title>Choose your account type · Permille</title>
      <h1 className="disp text-2xl" tabIndex={-1}>
        Choose your account type
      </h1>
      <p className="mt-2 text-muted">You are signed in. One choice is left. It can’t be changed later.</p>
      <RoleCards
        disabled={choose.isPending}
        onChoose={(role) => choose.mutate({ body: { role, acceptTerms: true, confirmAdult: true } })}
      />
      <div className="mt-4">
        <Confirmation rights press="a card" />
      </div>
    </AuthLayout>
  );
}
