import type { ClipAttestation as Attestation, AttestationState } from '#contract/attestations.ts';
import { fullMoment } from '#contract/dates.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { SCREENSHOT_ID } from '#web/nouns/answer-id.ts';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { Note, type NoteTone } from '#web/ui/pages/note.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { attestationLabels, decisionText } from './attestation-labels.ts';
import { ScreenshotInput } from './screenshot-input.tsx';
import { SendCount } from './send-count.tsx';
import { useSendAttestation } from './use-send-attestation.ts';

const tones: Record<AttestationState, NoteTone> = {
  waiting: 'info',
  match: 'ok',
  mismatch: 'warning',
  unreadable: 'warning',
};

/** Milliseconds between two reads while the server reads a screenshot. */
const LOOK_MS = 5_000;

/**
 * Shows a clip's screenshot with its result, and the form to send one. Renders nothing if there is neither.
 */
export function ClipAttestation({ submissionId, isOwn = false }: { submissionId: string; isOwn?: boolean }) {
  const found = useRead(
    routes.clipAttestation,
    { params: { id: submissionId } },
    { refetchInterval: ({ state }) => (state.data?.attestation?.state === 'waiting' ? LOOK_MS : false) },
  );
  return (
    <QueryState of={found} failed="The screenshot did not load." loading={<Skeleton className="h-9 w-48" />}>
      {(data) => {
        const { attestation, isAttested, takesAttestation, asksAnalytics, freshDueAt } = data;
        const maySend = isOwn && takesAttestation;
        if (!attestation && !maySend) return null;
        return (
          <section aria-label="Screenshot" id={SCREENSHOT_ID} className="flex scroll-mt-6 flex-col gap-3">
            {isOwn && freshDueAt ? (
              <Note tone="warning" title="Send a fresh screenshot.">
                Your count was chosen at random for an audit. New views wait until two reviewers confirm a
                fresh screenshot; without one by {fullMoment(freshDueAt)} they are not paid.
              </Note>
            ) : null}
            {attestation ? <Reading {...{ attestation, isAttested, takesAttestation }} /> : null}
            {maySend && isAttested ? (
              <SendCount
                submissionId={submissionId}
                again={attestation !== null}
                showsAnalytics={asksAnalytics}
              />
            ) : null}
            {maySend && !isAttested ? (
              <SendAttestation
                submissionId={submissionId}
                again={attestation !== null}
                showsAnalytics={asksAnalytics}
              />
            ) : null}
          </section>
        );
      }}
    </QueryState>
  );
}

interface ReadingProps {
  attestation: Attestation;
  isAttested: boolean;
  takesAttestation: boolean;
}

function Reading({ attestation, isAttested, takesAttestation }: ReadingProps) {
  const { title, sentence } = attestationLabels(attestation);
  return (
    <Note tone={attestation.showsAnalytics ? 'info' : tones[attestation.state]} title={title}>
      {sentence}{' '}
      {attestation.url ? (
        <a href={attestation.url} target="_blank" rel="noopener noreferrer" className="underline">
          See the screenshot<span className="sr-only"> (new tab)</span>
        </a>
      ) : null}
      {attestation.readText ? (
        <details className="mt-1.5">
          <summary className="min-h-6 cursor-pointer">What was read</summary>
          <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap wrap-anywhere font-[inherit]">
            {attestation.readText}
          </pre>
        </details>
      ) : null}
      {isAttested || !attestation.showsAnalytics ? (
        <p className="mt-1 text-muted">
          {isAttested
            ? decisionText(attestation, takesAttestation)
            : 'A screenshot alone pays nothing; it is evidence for the review.'}
        </p>
      ) : null}
    </Note>
  );
}

interface SendAttestationProps {
  submissionId: string;
  again: boolean;
  showsAnalytics: boolean;
}

function SendAttestation({ submissionId, again, showsAnalytics }: SendAttestationProps) {
  const send = useSendAttestation();
  return (
    <ScreenshotInput
      busy={send.isPending && 'Sending...'}
      showsAnalytics={showsAnalytics}
      onChoose={(file) => send.mutate({ submissionId, file })}
    >
      {again ? 'Send another screenshot' : 'Add a screenshot'}
    </ScreenshotInput>
  );
}
