import { Link } from 'react-router';
import type {
  ClipAnalytics as Analytics,
  AnalyticsTrouble,
  ReleasedFigures,
  TrafficSource,
} from '#contract/clips/clip-analytics.ts';
import type { Clip } from '#contract/clips/clips.ts';
import { countryName } from '#contract/country-names.ts';
import { releasedAnalytics } from '#contract/platforms/platform-permissions.ts';
import { type PostPlatform, platforms } from '#contract/platforms/platforms.ts';
import { paths } from '#web/routes/paths.ts';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { deviceLabels, sourceLabelOf } from './analytics-labels.ts';

/**
 * Shows the analytics read for a clip. Only its clipper sees the figures; other people see that they were
 * read.
 */
export function ClipAnalytics({ clip }: { clip: Clip }) {
  const { analytics, viewer } = clip;
  if (!analytics) return null;
  const { name } = platforms[clip.platform];
  return (
    <Panel title="Released analytics">
      <div className="flex flex-col gap-3 text-sm">
        <p>
          {viewer === 'clipper'
            ? `You release what ${name} shows you of the people who watched. `
            : `The owner of the account releases what ${name} shows of the people who watched. `}
          <Extent analytics={analytics} platform={clip.platform} />
        </p>
        {analytics.figures ? <Facts>{factsOf(analytics.figures, clip.platform)}</Facts> : null}
        {viewer === 'clipper' ? (
          <p className="text-muted">
            Only you see these figures; hosts and reviewers read the verdict and its sentences. You can{' '}
            <Link to={paths.clipperSettings('accounts')} className="underline">
              stop releasing them
            </Link>{' '}
            at any time.
          </p>
        ) : null}
      </div>
    </Panel>
  );
}

/** Describes why the last reading had no figures. */
const troubles: Record<AnalyticsTrouble, (name: string) => string> = {
  not_ready: () => '',
  quota: (name) => `${name} allows no more calls right now. `,
  no_answer: (name) => `${name} did not answer as it should. `,
  not_set_up: (name) => `${name} does not let this server read them; the operator can fix that. `,
  not_shown: (name) => `${name} does not show them for this post. `,
  failed: () => 'The last reading failed; we look into it. ',
};

/** Shows which period the figures cover. Views after that period are judged only by their counts. */
function Extent({ analytics, platform }: { analytics: Analytics; platform: PostPlatform }) {
  const { name } = platforms[platform];
  const { delay, shownIf } = releasedAnalytics[platform] ?? { delay: 'days late' };
  const { readAt, until, nextReadAt, trouble } = analytics;
  const next = nextReadAt ? (
    <>
      {' '}
      {trouble ? troubles[trouble](name) : null}Next read <MomentText at={nextReadAt} />.
    </>
  ) : null;
  if (!readAt || !until)
    return (
      <>
        We have read no analytics of this clip yet; they are {delay}.{' '}
        {trouble === 'not_ready' ? shownIf : null}
        {next}
      </>
    );
  return (
    <>
      Read <MomentText at={readAt} />, with views until <MomentText at={until} />. {name} is {delay}, so later
      views are judged by counts alone for now.{next}
    </>
  );
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const MOST = 4;

const partsOf = (parts: Partial<Record<string, number>> | null, labelOf: (kind: string) => string) =>
  parts &&
  Object.entries(parts)
    .toSorted(([, a], [, b]) => (b ?? 0) - (a ?? 0))
    .slice(0, MOST)
    .map(([kind, part]) => `${labelOf(kind)} ${percent.format(part ?? 0)}`)
    .join(', ');

function lastedOf({ averagePercentage, watchSeconds, views }: ReleasedFigures): string | null {
  const seconds =
    watchSeconds === null || views === 0 ? null : `${(watchSeconds / views).toFixed(1)} seconds`;
  if (averagePercentage === null) return seconds;
  const part = `${percent.format(averagePercentage / 100)} of the clip`;
  return seconds ? `${part}, ${seconds}` : part;
}

function factsOf(figures: ReleasedFigures, platform: PostPlatform) {
  const { views, engagedViews, reach, subscribedShare, completedShare } = figures;
  const sourceLabel = (kind: string) => sourceLabelOf(platform, kind as TrafficSource);
  const facts: [name: string, value: string | null][] = [
    ['Views', formatCount(views)],
    ['Accounts reached', reach === null ? null : formatCount(reach)],
    ['Engaged views', engagedViews === null ? null : formatCount(engagedViews)],
    ['A view lasted on average', lastedOf(figures)],
    ['Saw it to its end', completedShare === null ? null : percent.format(completedShare)],
    [
      platform === 'tiktok' ? 'By followers' : 'By subscribers',
      subscribedShare === null ? null : percent.format(subscribedShare),
    ],
    ['Came from', partsOf(figures.trafficSources, sourceLabel)],
    ['Countries', partsOf(figures.countries, countryName)],
    ['Devices', partsOf(figures.devices, (kind) => deviceLabels[kind as keyof typeof deviceLabels])],
  ];
  return facts.map(([name, value]) => (
    <Fact key={name} name={name}>
      {value}
    </Fact>
  ));
}
