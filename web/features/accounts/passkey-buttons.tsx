import { KeyRound } from 'lucide-react';
import { passkeyRoutes } from '#contract/accounts/passkeys.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { choosePasskey } from './passkey-ceremony.ts';
import { usePasskeyAction } from './use-passkey-action.ts';

/** Signs in with a passkey. The page redirects when it reads the new session. */
export function ContinueWithPasskey() {
  const { press, isPending } = usePasskeyAction({
    toastId: 'form',
    run: async () => {
      const credential = await choosePasskey(await call(passkeyRoutes.startPasskeyLogin, {}));
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
