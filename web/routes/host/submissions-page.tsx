import { useInside } from '#web/features/accounts/session.ts';
import { ClipAppeals } from '#web/features/appeals/clip-appeals.tsx';
import { ClipDeclarations } from '#web/features/declarations/clip-declarations.tsx';
import { BlockButton } from '#web/features/submissions/blocks/block-button.tsx';
import { HostSubmissions } from '#web/features/submissions/decisions/host-submissions.tsx';
import { ThreadDisclosure } from '#web/features/submissions/messages/thread-disclosure.tsx';

export function SubmissionsPage() {
  const userId = useInside().user.id;
  return (
    <HostSubmissions
      appeals={(clip) => <ClipAppeals clip={clip} />}
      declarations={(clip) => <ClipDeclarations clip={clip} />}
      around={(clip) => (
        <ThreadDisclosure
          key={clip.id}
          submissionId={clip.id}
          userId={userId}
          to={clip.clipperUsername}
          unread={clip.unreadMessages}
          beside={<BlockButton key={clip.clipperUsername} username={clip.clipperUsername} />}
        />
      )}
    />
  );
}
