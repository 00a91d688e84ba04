import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';

/** Signs a person out everywhere, as specified. */
export async function signOut({ db, auth }: AccountsDeps, userId: string): Promise<void> {
  await transact(db, (tx) => auth.within(tx, (store) => store.deleteUserSessions(userId)));
}
