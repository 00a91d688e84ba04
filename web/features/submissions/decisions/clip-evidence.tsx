import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { fullMoment } from '#contract/dates.ts';
import { earnedSoFar } from '#contract/earned.ts';
import { ATTESTED_MAX } from '#contract/limits.ts';
import { formatRate, formatUsd, formatUsdExact } from '#contract/money.ts';
import { reasonTextsWith } from '#contract/reject-reasons.ts';
import type { HostSubmissionRow } from '#contract/submissions.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { TroubleNote } from '#web/nouns/trouble-note.tsx';
import { paths } from '#web/routes/paths.ts';
import { formatCount } from '#web/ui/count.ts';
import { cx } from '#web/ui/cx.ts';
import { Note } from '#web/ui/note.tsx';
import { NextEvent } from '#web/ui/timeline.tsx';
import { nextForHost } from '../submission-labels.ts';
import { ScoreMeter } from './score-meter.tsx';
import { SnapshotsChart } from './snapshots-chart.tsx';

/** Evidence for the decision: the counts, the score with its sentences, every reading over time. */
export function ClipEvidence({ clip, children }: { clip: HostSubmissionRow; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-4 p-5 max-md:p-4 lg:min-h-0 lg:flex-1 lg:overflow-y-auto [&>*]:shrink-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-bold text-lg leading-[1.3]">
            <Link to={paths.listing(clip.listingId)} className="hover:underline">
              <bdi>{clip.listingTitle}</bdi>
            </Link>
          </h2>
          <p className="text-muted">
            <Link
              to={paths.profile(clip.clipperUsername)}
              className="inline-flex min-h-6 items-center wrap-anywhere hover:underline"
            >
              @{clip.clipperUsername}
            </Link>
          </p>
        </div>
        <StatusBadge status={clip.status} />
      </div>
      <dl className="grid grid-cols-3 overflow-hidden rounded-control border border-line">
        <Figure
          label={clip.countLevel === 'attested' ? 'Attested count' : 'Platform count'}
          value={formatCount(clip.views)}
        />
        <Figure label="Reported" value={formatCount(clip.reportedViews)} faint />
        <Figure
          label={`Earns at ${formatRate(clip.rateCentsPerMille)}`}
          value={formatUsdExact(clip.worthMicros)}
        />
      </dl>
      <p className="text-muted text-sm">{earnedSoFar({ ...clip, earnedMicros: clip.payoutMicros })}</p>
      {clip.countLevel === 'attested' ? (
        <Note title="Counted by screenshots.">
          No platform counts this clip: its views are those of screenshots that two reviewers of Permille
          confirmed. It earns {formatUsd(ATTESTED_MAX)} at most. Check its caption and disclosure yourself.
        </Note>
      ) : null}
      {clip.isResubmission ? (
        <Note title="Fixed and resubmitted.">
          This post was rejected for {reasonTextsWith('fix')} before. It can come back this one time only.
        </Note>
      ) : null}
      {clip.captionProblem ? (
        <Note tone="warning" title="The post is missing what you ask for.">
          {clip.captionProblem.sentence}{' '}
          {clip.captionProblem.earnsNothing
            ? 'It was not fixed in time and earns nothing until it is.'
            : `Its clipper has until ${fullMoment(clip.captionProblem.fixBy)} to fix it.`}
        </Note>
      ) : null}
      {clip.trouble ? <TroubleNote trouble={clip.trouble} /> : null}
      <ScoreMeter verdict={clip.verdict} />
      <SnapshotsChart key={clip.id} submissionId={clip.id} />
      <NextEvent what={nextForHost(clip)} by={clip.next.by ?? undefined} />
      {/* A wrapper, so that a child keyed by the clip's id doesn't collide with the chart's key. */}
      <div>{children}</div>
    </div>
  );
}

function Figure({ label, value, faint }: { label: string; value: string; faint?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 border-line px-3.5 py-3 not-first:border-l">
      <dt className="label">{label}</dt>
      <dd className={cx('num text-xl max-md:text-lg', faint && 'text-muted')}>{value}</dd>
    </div>
  );
}
