import { Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import type { Clip } from '#contract/clips/clips.ts';
import { isProvable } from '#contract/proofs.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { useSession } from '#web/features/accounts/session.ts';
import { ClipAppeals } from '#web/features/appeals/clip-appeals.tsx';
import { ClipDeclarations, ReceiptDeclarations } from '#web/features/declarations/clip-declarations.tsx';
import { ProveClip } from '#web/features/payouts/prove-clip.tsx';
import { BlockButton } from '#web/features/submissions/blocks/block-button.tsx';
import { ClipHeadline } from '#web/features/submissions/clip/clip-headline.tsx';
import { ClipScreen } from '#web/features/submissions/clip/clip-screen.tsx';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { fetchSession } from './connected.tsx';
import { MessagesPanel } from './messages-panel.tsx';
import { paths } from './paths.ts';
import { sendClipFile } from './uploads.tsx';

/** Shows one clip, at the same address for its clipper, its host and admins. */
export function ClipPage() {
  const { id = '' } = useParams();
  return (
    <ClipScreen
      id={id}
      headline={(clip) => <Headline clip={clip} />}
      appeals={(clip) => (
        <>
          <ClipAppeals clip={clip} />
          {clip.viewer === 'clipper' ? <ProveClip submissionId={clip.submissionId} /> : null}
        </>
      )}
      declarations={(clip) => <ClipDeclarations clip={clip} />}
      declared={({ declarations }) => <ReceiptDeclarations declarations={declarations} />}
      messages={(clip) => <Messages clip={clip} />}
      decision={(clip) => <Decision clip={clip} />}
      sendFile={sendClipFile}
    />
  );
}

/** Shows the clip's state. Whether earnings wait for proof of its views is a separate read, for its clipper. */
function Headline({ clip }: { clip: Clip }) {
  const proof = useRead(
    routes.unprovenClip,
    { params: { id: clip.submissionId } },
    { enabled: clip.viewer === 'clipper' },
  ).data;
  return (
    <ClipHeadline clip={clip} waiting={{ needsProof: Boolean(proof?.clip && isProvable(proof.clip)) }} />
  );
}

const DecideHere = lazyPart(
  async () => (await import('#web/features/submissions/decisions/decide-here.tsx')).DecideHere,
);
const ClipReview = lazyPart(
  async () => (await import('#web/features/admin/submissions/clip-review.tsx')).ClipReview,
);
const ClipMessages = lazyPart(
  async () => (await import('#web/features/admin/submissions/clip-messages.tsx')).ClipMessages,
);

/** Fetches the parts of the page that only the reader's role sees. */
export const loadParts = async (): Promise<void> => {
  const role = (await fetchSession())?.user?.role;
  if (role === 'host') await DecideHere.load();
  if (role === 'admin') await Promise.all([ClipReview.load(), ClipMessages.load()]);
};

/** Shows the reader's decision on the clip. Its code is only loaded for people who can decide. */
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

/** Redirects old addresses of a clip's receipt, which were different for each role. */
export function FormerClipPage() {
  const { id = '' } = useParams();
  const { hash } = useLocation();
  return <Navigate to={paths.clip(id) + hash} replace />;
}
