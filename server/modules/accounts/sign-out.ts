import type { Actor } from '#server/http/actor.ts';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';

/** Signs a person out everywhere, as specified; a demo account is shared by strangers, of whom only one leaves. */
export async function signOut({ db, auth }: AccountsDeps, actor: Actor): Promise<void> {
  await transact(db, async (tx) => {
    if (actor.isDemo) await tx.deleteFrom('sessions').where('id', '=', actor.sessionId).execute();
    else await auth.within(tx, (store) => store.deleteUserSessions(actor.userId));
  });
}
