import { Note } from '#web/ui/note.tsx';
import type { SessionUser } from './session.ts';

/** Above the settings of a demo account that strangers share: each of them is refused on saving. */
export function SharedAccount({ user }: { user: SessionUser }) {
  if (!user.isShared) return null;
  return (
    <Note title="Everybody shares this demo account," className="mb-5">
      so its settings stay as they are. Sign up for an account of your own to change yours.
    </Note>
  );
}
