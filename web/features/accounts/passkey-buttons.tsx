import { KeyRound } from 'lucide-react';
import { passkeyRoutes } from '#contract/accounts/passkeys.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { CeremonyFailure, choosePasskey, isPasskeyOf } from './passkey-ceremony.ts';
import type { SessionUser } from './session.ts';
import { usePasskeyAction } from './use-passkey-action.ts';

interface ContinueProps {
  /** The person who must sign in. The passkey of somebody else is not sent, so it signs nobody in. */
  only?: SessionUser;
}

/** Signs in with a passkey. The page redirects when it reads the new session. */
export function ContinueWithPasskey({ only }: ContinueProps) {
  const { press, isPending } = usePasskeyAction({
    toastId: 'form',
    run: async () => {
      const credential = await choosePasskey(await call(passkeyRoutes.startPasskeyLogin, {}));
      if (only && !isPasskeyOf(credential, only.id))
        throw new CeremonyFailure(
          'No passkey used',
          `This passkey belongs to another account. Choose the one of ${only.email}.`,
        );
      return await call(passkeyRoutes.passkeyLogin, { body: { credential } });
    },
  });
  return (
    <Button className="h-10.5!" busy={isPending && 'Waiting for the passkey...'} onClick={press}>
      <KeyRound aria-hidden />
      Continue with a passkey
    </Button>
  );
}

/** Confirms the identity of the signed-in person with one of their passkeys. */
export function ConfirmWithPasskey({ onDone }: { onDone: () => void }) {
  const { press, isPending } = usePasskeyAction({
    toastId: 'identity',
    // The confirmed action refetches when it is done. A refetch now would run beside it.
    refetches: false,
    success: onDone,
    run: async () => {
      const credential = await choosePasskey(await call(passkeyRoutes.startPasskeyConfirm, {}));
      return await call(passkeyRoutes.confirmByPasskey, { body: { credential } });
    },
  });
  return (
    <Button className="w-full" busy={isPending && 'Waiting for the passkey...'} onClick={press}>
      <KeyRound aria-hidden />
      Use a passkey
    </Button>
  );
}
