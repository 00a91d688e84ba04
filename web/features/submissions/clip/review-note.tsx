import { MessageSquareText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { fullMoment } from '#contract/dates.ts';
import { REVIEW_NOTE_MAX } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { ANSWER_ID } from '#web/nouns/answer-id.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/** Shows the clipper's note to the reviewer, and the form for it while the clip needs review. */
export function ReviewNote({ clip }: { clip: Clip }) {
  const { reviewNote: note, viewer } = clip;
  const mayAnswer = clip.may.includes('answer_review');
  const [isChanging, setIsChanging] = useState(false);
  if (!note && !mayAnswer) return null;
  const isShown = note !== null && !(isChanging && note.isOpen);
  return (
    <section aria-label="Note on the views" id={ANSWER_ID} className="flex scroll-mt-6 flex-col gap-3">
      {isShown ? (
        <Note
          icon={MessageSquareText}
          title={viewer === 'clipper' ? 'Your note to the reviewer.' : 'Note from the clipper.'}
          action={
            mayAnswer && note.isOpen ? (
              <Button size="sm" variant="secondary" onClick={() => setIsChanging(true)}>
                Change note
              </Button>
            ) : null
          }
        >
          Sent {fullMoment(note.changedAt)}
          {note.isOpen ? '.' : ', before the decision.'}
          <blockquote
            dir="auto"
            className="mt-1.5 whitespace-pre-wrap border-line-strong border-l-2 pl-2.5 text-muted wrap-anywhere"
          >
            {note.text}
          </blockquote>
        </Note>
      ) : null}
      {mayAnswer && (!note?.isOpen || isChanging) ? (
        <NoteForm clip={clip} onSent={() => setIsChanging(false)} />
      ) : null}
    </section>
  );
}

/** The form for the note. The typed text is kept until it is sent. */
function NoteForm({ clip: { submissionId, reviewNote }, onSent }: { clip: Clip; onSent: () => void }) {
  const sent = reviewNote?.isOpen ? reviewNote.text : '';
  const [draft, setDraft] = useDraft(`review-note-${submissionId}`);
  const [isTyped, setIsTyped] = useState(false);
  const [error, setError] = useState<string>();
  const text = isTyped || draft !== '' ? draft : sent;
  const send = useAction(routes.answerReview, {
    success: () => {
      setDraft('');
      onSent();
      toast.success('Note sent', 'A reviewer reads it before deciding.');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') setError('Say what explains the views.');
    else if (!send.isPending) send.mutate({ params: { id: submissionId }, body: { text: text.trim() } });
  };
  return (
    <form noValidate onSubmit={submit} className="flex max-w-180 flex-col gap-3">
      <Field
        label="Note to the reviewer"
        hint="What explains these views? A reviewer reads it before deciding. You can change it until then."
        error={error}
        aside={`${text.length} of ${REVIEW_NOTE_MAX}`}
      >
        <Textarea
          maxLength={REVIEW_NOTE_MAX}
          value={text}
          placeholder="For example: raided by @friend on Sunday at 20:00, with a link"
          onChange={(event) => {
            setDraft(event.target.value);
            setIsTyped(true);
            setError(undefined);
          }}
        />
      </Field>
      <Button type="submit" size="sm" className="self-start" busy={send.isPending && 'Sending...'}>
        <MessageSquareText aria-hidden />
        Send note
      </Button>
    </form>
  );
}
