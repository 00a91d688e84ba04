import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import type { Clip } from '#contract/clips.ts';
import { useSession } from '#web/features/accounts/session.ts';
import { ClipAppeals } from '#web/features/appeals/clip-appeals.tsx';
import { BlockButton } from '#web/features/submissions/blocks/block-button.tsx';
import { ClipScreen } from '#web/features/submissions/clip/clip-screen.tsx';
import { MessagesPanel } from './messages-panel.tsx';
import { paths } from './paths.ts';

/** One clip, at one address for everybody whom it concerns. */
export function ClipPage() {
  const { id = '' } = useParams();
  return (
    <ClipScreen
      id={id}
      appeals={(clip) => <ClipAppeals clip={clip} />}
      messages={(clip) => <Messages clip={clip} />}
      decision={(clip) => <Decision clip={clip} />}
    />
  );
}

const DecideHere = lazy(async () => ({
  default: (await import('#web/features/submissions/decisions/decide-here.tsx')).DecideHere,
}));

const ClipReview = lazy(async () => ({
  default: (await import('#web/features/admin/submissions/clip-review.tsx')).ClipReview,
}));

const ClipMessages = lazy(async () => ({
  default: (await import('#web/features/admin/submissions/clip-messages.tsx')).ClipMessages,
}));

/** Loaded for those alone who decide. */
function Decision({ clip }: { clip: Clip }) {
  return (
    <Suspense fallback={null}>
      {clip.viewer === 'host' ? <DecideHere clip={clip} /> : null}
      {clip.viewer === 'admin' ? <ClipReview clip={clip} /> : null}
    </Suspense>
  );
}

function Messages({ clip }: { clip: Clip }) {
  const userId = useSession().data?.user?.id;
  if (clip.may.includes('read_messages')) {
    return (
      <Suspense fallback={null}>
        <ClipMessages clipId={clip.submissionId} />
      </Suspense>
    );
  }
  if (!userId || !clip.may.includes('write')) return null;
  const to = clip.viewer === 'host' ? clip.clipperUsername : clip.hostUsername;
  return (
    <MessagesPanel
      submissionId={clip.submissionId}
      userId={userId}
      to={to}
      beside={clip.may.includes('block') ? <BlockButton username={to} /> : null}
    />
  );
}

/** The addresses that a clip's receipt had for each role. */
export function FormerClipPage() {
  const { id = '' } = useParams();
  const { hash } = useLocation();
  return <Navigate to={paths.clip(id) + hash} replace />;
}
