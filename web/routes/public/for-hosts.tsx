import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { BlockButton } from '#web/features/submissions/blocks/block-button.tsx';
import { InviteDialog } from '#web/features/submissions/invitations/invite-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';

/** Actions of a host on a clipper's profile: invite and block. */
export function ForHosts({ username }: { username: string }) {
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <Button size="sm" aria-label={`Invite @${username}`} onClick={() => setInviting(true)}>
        <UserPlus aria-hidden />
        Invite
      </Button>
      <BlockButton username={username} />
      <InviteDialog open={inviting} onClose={() => setInviting(false)} username={username} />
    </>
  );
}
