import { useQuery } from '@tanstack/react-query';
import type { ClipProof as Proof, ProofState } from '#contract/proofs.ts';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { fullMoment } from '#web/ui/dates.ts';
import { Note, type NoteTone } from '#web/ui/note.tsx';
import { QueryState } from '#web/ui/query-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { decisionText, proofLabels } from './proof-labels.ts';
import { ScreenshotInput } from './screenshot-input.tsx';
import { SendCount } from './send-count.tsx';
import { useSendProof } from './use-send-proof.ts';

const tones: Record<ProofState, NoteTone> = {
  waiting: 'info',
  match: 'ok',
  mismatch: 'warning',
  unreadable: 'warning',
};

/** How often one looks whether a screenshot was read. */
const LOOK_MS = 5_000;

/** The screenshot of a clip and what was read from it; its clipper may send one. Nothing where there is none to show. */
export function ClipProof({ submissionId, isOwn = false }: { submissionId: string; isOwn?: boolean }) {
  const found = useQuery({
    ...query(routes.clipProof, { params: { id: submissionId } }),
    refetchInterval: ({ state }) => (state.data?.proof?.state === 'waiting' ? LOOK_MS : false),
  });
  return (
    <QueryState of={found} failed="The screenshot did not load." loading={<Skeleton className="h-9 w-48" />}>
      {(data) => {
        const { proof, isAttested, takesProof, freshDueAt } = data;
        const maySend = isOwn && takesProof;
        if (!proof && !maySend) return null;
        return (
          <section aria-label="Screenshot" className="flex flex-col gap-3">
            {isOwn && freshDueAt ? (
              <Note tone="warning" title="Send a fresh screenshot.">
                Your count was drawn at random for an audit, as some are. The new views wait until two people
                confirm a fresh screenshot; without one by {fullMoment(freshDueAt)} they are not paid.
              </Note>
            ) : null}
            {proof ? <Reading proof={proof} isAttested={isAttested} /> : null}
            {maySend && isAttested ? <SendCount submissionId={submissionId} again={proof !== null} /> : null}
            {maySend && !isAttested ? <SendProof submissionId={submissionId} again={proof !== null} /> : null}
          </section>
        );
      }}
    </QueryState>
  );
}

function Reading({ proof, isAttested }: { proof: Proof; isAttested: boolean }) {
  const { title, sentence } = proofLabels(proof);
  return (
    <Note tone={tones[proof.state]} title={title}>
      {sentence}{' '}
      {proof.url ? (
        <a href={proof.url} target="_blank" rel="noopener noreferrer" className="underline">
          See the screenshot<span className="sr-only"> (new tab)</span>
        </a>
      ) : null}
      {proof.readText ? (
        <details className="mt-1.5">
          <summary className="min-h-6 cursor-pointer">What was read</summary>
          <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap wrap-anywhere font-[inherit]">
            {proof.readText}
          </pre>
        </details>
      ) : null}
      <p className="mt-1 text-muted">
        {isAttested ? decisionText(proof) : 'A screenshot alone pays nothing; people look at it.'}
      </p>
    </Note>
  );
}

function SendProof({ submissionId, again }: { submissionId: string; again: boolean }) {
  const send = useSendProof();
  return (
    <ScreenshotInput
      busy={send.isPending && 'Sending...'}
      onChoose={(file) => send.mutate({ submissionId, file })}
    >
      {again ? 'Send another screenshot' : 'Add a screenshot'}
    </ScreenshotInput>
  );
}
