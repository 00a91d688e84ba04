import { Note } from '#web/ui/pages/note.tsx';
import type { SessionUser } from './session.ts';

/** A notice above the settings of a demo account that strangers share: the server refuses each change. */
export function SharedAccount({ user }: { user: SessionUser }) {
  if (!user.isShared) return null;
  return (
    <Note title="Everyone shares this demo account,">
      so its settings stay as they are. Sign up for your own account to change settings.
    </Note>
  );
}
