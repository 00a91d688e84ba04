import { fullMoment } from '#contract/dates.ts';
import { PROOF_HOURS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import type { UnprovenClip } from '#contract/proofs.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { PROOF_ID } from '#web/nouns/answer-id.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { proofText } from './proof-texts.ts';

/** Lets a clipper prove the views of a clip by choice. Renders nothing if there is nothing to prove. */
export function ProveClip({ submissionId }: { submissionId: string }) {
  const found = useRead(routes.unprovenClip, { params: { id: submissionId } }).data;
  const ask = useAction(routes.askProof, {
    success: ({ dueAt }) => toast.success('Code made', `Send the picture by ${fullMoment(dueAt)}.`),
  });
  // An audit has its own note.
  if (!found?.clip || found.clip.way === 'audit' || found.clip.way === 'held') return null;
  const { clip, mayAsk } = found;
  return (
    <section aria-label="Proof of views" id={PROOF_ID} className="flex flex-col items-start gap-3">
      <Note tone={clip.way === 'later' ? 'warning' : 'info'} title={titleOf(clip)}>
        {clip.way === 'code' ? <HowToShow clip={clip} /> : proofText(clip)}
        {clip.request?.note ? <span className="mt-1 block">Reviewer’s note: {clip.request.note}</span> : null}
        {mayAsk ? (
          <span className="mt-1 block">
            A reviewer compares your picture with the counts. You get a code that is valid for {PROOF_HOURS}{' '}
            hours. It does not put your views on hold.
          </span>
        ) : null}
      </Note>
      {mayAsk ? (
        <Button
          busy={ask.isPending && 'Making a code...'}
          onClick={() => ask.mutate({ params: { id: submissionId } })}
        >
          Show the analytics screen
        </Button>
      ) : null}
    </section>
  );
}

const titleOf = ({ unprovenViews, waitingMicros }: UnprovenClip): string =>
  `${formatCount(unprovenViews)} views are not proven${waitingMicros > 0n ? `, and ${formatUsd(waitingMicros)} waits` : ''}.`;

const HowToShow = ({ clip: { request } }: { clip: UnprovenClip }) => (
  <>
    Open the post’s analytics in the platform’s app with the code{' '}
    <b className="font-mono font-semibold tracking-wider">{request!.code}</b> visible beside them, take a
    screenshot, and send it below by {fullMoment(request!.dueAt)}. It proves the views up to{' '}
    {formatCount(request!.views)}.
  </>
);
