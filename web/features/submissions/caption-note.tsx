import { RefreshCw } from 'lucide-react';
import type { CaptionProblem } from '#contract/caption-checks.ts';
import { fullMoment } from '#contract/dates.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';

/** What to fix on a post that fails the caption check, by when, and a button to check it again. */
export function CaptionNote({ id, captionProblem }: { id: string; captionProblem: CaptionProblem }) {
  const check = useAction(routes.checkCaption, {
    success: (reply) =>
      reply.captionProblem
        ? toast.error('Still missing', reply.captionProblem.sentence)
        : toast.success('Fixed', 'Your caption has everything it needs.'),
  });
  return (
    <Note
      tone={captionProblem.earnsNothing ? 'error' : 'warning'}
      title={captionProblem.earnsNothing ? 'This clip earns nothing until it is fixed.' : 'Fix your post.'}
      action={
        <Button
          size="sm"
          busy={check.isPending && 'Checking...'}
          onClick={() => check.mutate({ params: { id } })}
        >
          <RefreshCw aria-hidden />
          Check again
        </Button>
      }
    >
      {captionProblem.sentence}{' '}
      {captionProblem.earnsNothing
        ? 'What it has earned stays, and once it is fixed it keeps earning.'
        : `Fix it by ${fullMoment(captionProblem.fixBy)} and nothing changes; after that the clip earns nothing until it is fixed.`}
    </Note>
  );
}
