import { RefreshCw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { ATTESTED_MAX, SEEN_WITHIN_HOURS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import type { SubmissionCheck } from '#contract/submissions/submissions.ts';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { type MarkKind, VerdictMark } from '#web/ui/pages/verdict-mark.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import type { ClipCheck } from './use-clip-check.ts';

export interface CheckListProps {
  check: ClipCheck;
  /** True if the clip can be checked, because a listing is chosen and the link names a platform. */
  askable: boolean;
  /** A button to connect an account, shown if the check finds that the account is missing. */
  connect?: ReactNode;
  /** A button to release the account's analytics, shown if the check finds that they are missing. */
  release?: ReactNode;
}

/** Lists the checks of a clip before it is submitted. */
export function CheckList({ check, askable, connect, release }: CheckListProps) {
  const id = useId();
  const busy = check.isFetching || (askable && check.waiting);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-line border-t pt-4.5">
      <div className="flex min-h-7.5 items-center justify-between gap-3">
        <h3 id={id} className="font-bold">
          Would this pass?
        </h3>
        {askable ? (
          <Button size="sm" variant="quiet" busy={busy && 'Checking...'} onClick={() => check.refetch()}>
            <RefreshCw aria-hidden />
            Check again
          </Button>
        ) : null}
      </div>
      <Findings check={check} askable={askable} busy={busy} connect={connect} release={release} />
    </section>
  );
}

function Findings({ check, askable, busy, connect, release }: CheckListProps & { busy: boolean }) {
  if (!askable) {
    return (
      <p className="text-muted">
        Paste your link and choose a listing. Every rule is checked as you go; nothing is submitted yet.
      </p>
    );
  }
  if (check.error) return <NotLoaded of={check} failed="The checks could not run." />;
  if (!check.data || busy) {
    return (
      <Loading label="Checking your clip">
        <div className="flex flex-col gap-3.5 py-1">
          {Array.from({ length: 8 }, (_, at) => `line-${at}`).map((line) => (
            <Skeleton key={line} className="h-3.5 w-4/5" />
          ))}
        </div>
      </Loading>
    );
  }
  const { checks, passes, post } = check.data;
  return (
    <div className="flex flex-col gap-3.5">
      <ol aria-label="Checks" className="grid grid-cols-2 gap-x-5 gap-y-2.25 max-sm:grid-cols-1">
        {checks.map((one, at) => (
          <CheckLine key={`${one.check}-${check.dataUpdatedAt}`} check={one} at={at}>
            {one.code === 'account_not_connected' ? connect : null}
            {one.code === 'analytics_not_released' ? release : null}
          </CheckLine>
        ))}
      </ol>
      {post ? (
        <p className="border-line border-t pt-3 text-muted text-sm [overflow-wrap:anywhere]">
          {post.caption ? <bdi>"{post.caption}" </bdi> : null}Posted <MomentText at={post.postedAt} full />
          {post.views === null
            ? '.'
            : `, ${formatCount(post.views)} ${post.views === 1 ? 'view' : 'views'} now.`}
        </p>
      ) : null}
      <Unseen views={post?.unseenViews ?? 0} />
      {post?.countLevel === 'attested' ? (
        <Note title="Counted by screenshots.">
          Send a screenshot of the view count with the clip, and newer ones later, because we can't read this
          platform here. We pay what two reviewers confirm, up to {formatUsd(ATTESTED_MAX)} per clip. Before
          the first one it earns nothing.
        </Note>
      ) : null}
      <div role="status">
        {passes ? (
          <Note
            tone="ok"
            title={
              checks.every(({ check, state }) => state === 'passed' || check === 'content')
                ? 'Every check passes.'
                : 'No check failed.'
            }
          >
            You can submit this clip.
          </Note>
        ) : (
          <Note tone="warning" title="Not yet.">
            Fix the checks that failed, then check again.
          </Note>
        )}
      </div>
    </div>
  );
}

const marks: Record<SubmissionCheck['state'], [MarkKind, string]> = {
  passed: ['yes', 'Passed'],
  failed: ['no', 'Failed'],
  not_reached: ['unknown', 'Not checked'],
};

function CheckLine({ check, at, children }: { check: SubmissionCheck; at: number; children: ReactNode }) {
  const [kind, word] = marks[check.state];
  return (
    <li
      className="flex gap-2.5 motion-safe:animate-[rise_160ms_var(--ease-cut)_both]"
      style={{ animationDelay: `${at * 45}ms` }}
    >
      <VerdictMark kind={kind} word={word} />
      <span className="min-w-0">
        <span className={cx(check.state === 'not_reached' && 'text-muted')}>{check.label}</span>
        {check.message ? (
          <span className={cx('block text-sm', check.state === 'failed' ? 'text-red' : 'text-muted')}>
            {check.message}
          </span>
        ) : null}
        {children ? <span className="mt-1.5 block">{children}</span> : null}
      </span>
    </li>
  );
}

/** Says how many views of a post are paid only with proof, because nobody saw how they arrived. */
function Unseen({ views }: { views: number }) {
  if (views === 0) return null;
  return (
    <Note title={`${formatCount(views)} views need proof.`}>
      Permille did not see how they arrived. Their earnings are paid out once analytics show that people
      watched: release them in Settings, or show them to a reviewer. Clips submitted within{' '}
      {SEEN_WITHIN_HOURS} hours of posting avoid this.
    </Note>
  );
}
