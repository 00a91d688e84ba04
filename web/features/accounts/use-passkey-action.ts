import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, asApiError } from '#web/api/client.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { CeremonyFailure } from './passkey-ceremony.ts';

interface PasskeyAction<T> {
  /** Asks the server, runs the ceremony and sends what the authenticator made. */
  run: () => Promise<T>;
  success?: (done: T) => void;
  toastId: string;
  /** False if the action changes nothing that a page shows. Otherwise all queries are refetched after it. */
  refetches?: boolean;
}

/** Returns a button's action with a passkey. A toast shows each failure. */
export function usePasskeyAction<T>({ run, success, toastId, refetches = true }: PasskeyAction<T>) {
  const client = useQueryClient();
  const action = useMutation<T, CeremonyFailure | ApiError>({
    mutationFn: async () => {
      try {
        return await run();
      } catch (error) {
        throw error instanceof CeremonyFailure ? error : asApiError(error);
      }
    },
    onSuccess: async (done) => {
      success?.(done);
      if (refetches) await client.invalidateQueries();
    },
    onError: ({ title, message }) => toast.error(title, message, { id: toastId }),
  });
  const press = () => {
    if (!action.isPending) action.mutate();
  };
  return { press, isPending: action.isPending };
}
