import { useInside } from '#web/features/accounts/session.ts';
import { BlockButton } from '#web/features/submissions/blocks/block-button.tsx';
import { ClipAttestation } from '#web/features/submissions/clip-attestation.tsx';
import { HostSubmissions } from '#web/features/submissions/decisions/host-submissions.tsx';
import { Thread } from '#web/features/submissions/messages/thread.tsx';
import { ThreadDisclosure } from '#web/features/submissions/messages/thread-disclosure.tsx';

export function SubmissionsPage() {
  const userId = useInside().user.id;
  return (
    <HostSubmissions
      inQueue={(clip) => (
        <div key={clip.id} className="flex flex-col gap-4">
          {clip.screenshotUrl ? <ClipAttestation submissionId={clip.id} /> : null}
          <ThreadDisclosure
            submissionId={clip.id}
            userId={userId}
            to={clip.clipperUsername}
            unread={clip.unreadMessages}
            beside={<BlockButton key={clip.clipperUsername} username={clip.clipperUsername} />}
          />
        </div>
      )}
      inTable={(clip) => <Thread submissionId={clip.id} userId={userId} to={clip.clipperUsername} />}
    />
  );
}
