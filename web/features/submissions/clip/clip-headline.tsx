import { ExternalLink, RefreshCw } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import type { Clip } from '#contract/clips/clips.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { NextEvent } from '#web/ui/pages/timeline.tsx';
import { useCheckCaption } from '../use-check-caption.ts';
import { type HeadlineAction, headlineOf, type Waiting } from './headline.ts';

/** Shows the clip's state, what happens next, and what the reader can do about it. */
export function ClipHeadline({ clip, waiting }: { clip: Clip; waiting?: Waiting | undefined }) {
  const { state, next, reason, action, secondary } = headlineOf(clip, waiting);
  return (
    <section
      aria-label="State and next step"
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-panel border border-line bg-surface px-4.5 py-3.5 max-md:px-4"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3.5 gap-y-2">
        <Badge tone={state.tone}>{state.text}</Badge>
        {reason ? (
          <span className="min-w-0 text-sm wrap-anywhere">
            <b className="font-semibold">{reason}.</b> {clip.rejectNote}
          </span>
        ) : null}
        <NextEvent what={next.what} by={next.by ?? undefined} who={next.who} />
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden max-md:w-full max-md:*:flex-1 print:hidden">
        {secondary ? <Action clip={clip} action={secondary} variant="secondary" /> : null}
        {action ? <Action clip={clip} action={action} variant="primary" /> : null}
      </div>
    </section>
  );
}

interface ActionProps {
  clip: Clip;
  action: HeadlineAction;
  variant: 'primary' | 'secondary';
  size?: 'sm' | 'md';
}

/** The link or button of an action; null for a decision, whose buttons are at the bottom of the page. */
export function Action({ clip, action, variant, size = 'md' }: ActionProps) {
  const style = buttonStyle({ variant, size });
  if (action.kind === 'check_caption')
    return <CheckCaption {...{ clip, variant, size }} text={action.text} />;
  if (action.kind === 'place') return <Place clip={clip} id={action.to} text={action.text} style={style} />;
  if (action.kind === 'page')
    return (
      <Link to={action.to} className={style}>
        {action.text}
      </Link>
    );
  if (action.kind === 'post')
    return (
      <a href={action.to} target="_blank" rel="noopener noreferrer" className={style}>
        <ExternalLink aria-hidden />
        {action.text}
        <span className="sr-only"> (new tab)</span>
      </a>
    );
  return null;
}

interface PlaceProps {
  clip: Clip;
  id: string;
  text: string;
  style: string;
}

/** A link to a section of the clip's tab. A second press scrolls there again, which only the browser does. */
function Place({ clip, id, text, style }: PlaceProps) {
  const isHere = !new URLSearchParams(useLocation().search).has('tab');
  return isHere ? (
    <a href={`#${id}`} className={style}>
      {text}
    </a>
  ) : (
    <Link to={`${paths.clip(clip.submissionId)}#${id}`} className={style}>
      {text}
    </Link>
  );
}

function CheckCaption({ clip, text, variant, size }: Omit<ActionProps, 'action'> & { text: string }) {
  const check = useCheckCaption();
  return (
    <Button
      variant={variant}
      size={size}
      busy={check.isPending && 'Checking...'}
      onClick={() => check.mutate({ params: { id: clip.submissionId } })}
    >
      <RefreshCw aria-hidden />
      {text}
    </Button>
  );
}
