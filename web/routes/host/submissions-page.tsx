import { useInside } from '#web/features/accounts/session.ts';
import { BlockButton } from '#web/features/blocks/block-button.tsx';
import { Thread } from '#web/features/messages/thread.tsx';
import { ThreadDisclosure } from '#web/features/messages/thread-disclosure.tsx';
import { SubmissionsDesk } from '#web/features/review/submissions-desk.tsx';

export function SubmissionsPage() {
  const userId = useInside().user.id;
  return (
    <SubmissionsDesk
      inQueue={(clip) => (
        <ThreadDisclosure
          key={clip.id}
          submissionId={clip.id}
          userId={userId}
          to={clip.clipperUsername}
          unread={clip.unreadMessages}
          beside={<BlockButton key={clip.clipperUsername} username={clip.clipperUsername} />}
        />
      )}
      inTable={(clip) => <Thread submissionId={clip.id} userId={userId} to={clip.clipperUsername} />}
    />
  );
}
