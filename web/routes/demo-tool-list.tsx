import { Copy } from 'lucide-react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import type { ReplyOf } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { paths } from './paths.ts';
import { ResetDemo } from './reset-demo.tsx';

export interface DemoToolListProps {
  whose: 'host' | 'clipper';
  onClose: () => void;
}

/**
 * Lists the tools that this demo has. A shared demo can't move its clock, and mails are only listed if the
 * demo captures them.
 */
export function DemoToolList({ whose, onClose }: DemoToolListProps) {
  const tools = useRead(routes.demoTools, {});
  return (
    <div className="flex flex-col gap-4">
      {whose === 'clipper' ? <MakePost onLeave={onClose} /> : null}
      <QueryState of={tools} failed="The demo tools did not load.">
        {({ movesClock, reset, mails }) => (
          <>
            {movesClock ? <SkipDay /> : null}
            {reset ? <ResetDemo whose={whose} last={reset} isShared={!movesClock} /> : null}
            {mails ? <Mails mails={mails} /> : null}
          </>
        )}
      </QueryState>
    </div>
  );
}

function MakePost({ onLeave }: { onLeave: () => void }) {
  const make = useAction(routes.makeDemoPost);
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Link copied');
    } catch {
      // Browsers have no clipboard on pages without https, and may refuse it on others.
      toast.error('Link not copied', 'The browser does not allow it. Select the link and copy it.');
    }
  };
  return (
    <section className="flex flex-col items-start gap-2">
      <p className="text-muted">
        Publish a clip on your connected account. Its views begin to grow; submit its link to a listing.
      </p>
      <Button size="sm" busy={make.isPending && 'Publishing...'} onClick={() => make.mutate({})}>
        Make a post
      </Button>
      {make.data ? (
        <p role="status" className="flex flex-wrap items-center gap-2">
          <span className="mono wrap-anywhere">{make.data.url}</span>
          <Button size="sm" variant="quiet" onClick={() => copy(make.data.url)}>
            <Copy aria-hidden />
            Copy link
          </Button>
          <Link
            to={paths.clipperSubmit({ url: make.data.url })}
            onClick={onLeave}
            className={buttonStyle({ size: 'sm' })}
          >
            Submit this clip
          </Link>
        </p>
      ) : null}
    </section>
  );
}

function SkipDay() {
  const skip = useAction(routes.skipDemoDay, {
    success: () =>
      toast.success(
        'A day has passed',
        'Posts were counted, and decisions, releases and payouts that were due happened.',
      ),
  });
  return (
    <section className="flex flex-col items-start gap-2">
      <p className="text-muted">
        Move this demo’s clock forward by 24 hours, for everyone who uses it. You can’t undo this.
      </p>
      <Button size="sm" busy={skip.isPending && 'Passing a day...'} onClick={() => skip.mutate({})}>
        Skip a day
      </Button>
    </section>
  );
}

function Mails({ mails }: { mails: NonNullable<ReplyOf<typeof routes.demoTools>['mails']> }) {
  return (
    <section className="flex flex-col gap-2" aria-labelledby="demo-mails">
      <h3 id="demo-mails" className="font-semibold">
        My mail
      </h3>
      {mails.length === 0 ? (
        <p className="text-muted">No mails yet. This demo sends none; they appear here instead.</p>
      ) : (
        mails.map((mail) => (
          <details key={mail.id} className="rounded-control border border-line px-3 py-2">
            <summary className="cursor-pointer font-medium">
              {mail.subject} <MomentText at={mail.at} />
            </summary>
            <p className="mt-2 wrap-anywhere whitespace-pre-line text-sm">{mail.text}</p>
          </details>
        ))
      )}
    </section>
  );
}
