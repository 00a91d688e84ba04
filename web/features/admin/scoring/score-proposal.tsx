import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { fullDay } from '#contract/dates.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import type {
  ScoreProposal as Proposal,
  RulesComparison,
  RulesOutcome,
} from '#contract/scoring/score-proposals.ts';
import type { SignalSetting } from '#contract/scoring/score-rules.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import { type Column, Table } from '#web/ui/lists/table.tsx';
import { formatCount, formatShare } from '#web/ui/texts/count.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

/**
 * Shows rules that were fitted to verdicts beside the current rules, until an admin applies or refuses them.
 * Renders nothing if there is no proposal.
 */
export function ScoreProposal() {
  const proposal = useRead(adminRoutes.scoreProposal, {}).data?.proposal;
  const [deciding, setDeciding] = useState<'apply' | 'refuse'>();
  if (!proposal) return null;
  const { heldOutFrom, trained, comparisons, signals } = proposal;
  return (
    <section aria-label="Proposed rules" className="border-line border-b">
      <div className="flex flex-wrap items-start justify-between gap-3 px-4.5 py-3">
        <div className="max-w-prose text-sm">
          <h2 className="label mb-1.5">Proposed rules</h2>
          <p className="text-muted">
            Fitted to what people decided about {formatCount(trained.bought)} bought and{' '}
            {formatCount(trained.honest)} honest clips, compared with version {proposal.version} on clips
            submitted since {fullDay(heldOutFrom)}. Undetected bought clips are missing here, so the true
            share of bought clips that are held is lower. These rules judge nothing until you apply them.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setDeciding('refuse')}>
            Refuse
          </Button>
          <Button size="sm" variant="primary" onClick={() => setDeciding('apply')}>
            Apply
          </Button>
        </div>
      </div>
      <Table
        caption="Current and proposed rules on later clips"
        columns={columns}
        rows={comparisons}
        rowKey={({ platform }) => platform ?? 'all'}
      />
      <ul aria-label="Changed signals" className="px-4.5 py-3 text-sm">
        {signals.map(({ name, before, after }) => (
          <li key={after.id} className="break-words py-0.5">
            {name}: {settingText(after)} <span className="text-muted">(now {settingText(before)})</span>
          </li>
        ))}
      </ul>
      {deciding ? (
        <DecideDialog proposal={proposal} how={deciding} onClose={() => setDeciding(undefined)} />
      ) : null}
    </section>
  );
}

const settingText = ({ weight, ramps }: SignalSetting) =>
  `weight ${weight}, ${ramps.map(({ weak, strong }) => `${weak} to ${strong}`).join(', ')}`;

type Figure = (of: RulesOutcome, all: RulesComparison) => [part: number, whole: number];

/** A column with a figure of the proposed rules, and below it the same figure of the current rules. */
const figureColumn = (header: string, figure: Figure, phone?: 'amount'): Column<RulesComparison> => {
  const text = (of: RulesOutcome, all: RulesComparison) => {
    const [part, whole] = figure(of, all);
    return whole === 0 ? '-' : formatShare(part / whole);
  };
  return {
    header,
    align: 'right',
    ...(phone && { phone }),
    cell: (row) => (
      <>
        {text(row.after, row)}
        {/* The figure is named on a phone, where the table has no header. */}
        {phone ? <span className="@4xl:hidden"> held</span> : null}
        <span className="block text-muted text-xs">now {text(row.before, row)}</span>
      </>
    ),
  };
};

const columns: Column<RulesComparison>[] = [
  {
    header: 'Later clips',
    phone: 'title',
    cell: ({ platform, bought, honest }) => (
      <RowTitle below={`${formatCount(bought)} bought, ${formatCount(honest)} honest`}>
        {platform ? platforms[platform].name : 'All platforms'}
      </RowTitle>
    ),
  },
  figureColumn('Bought among held', ({ boughtHeld, honestHeld }) => [boughtHeld, boughtHeld + honestHeld]),
  figureColumn('Bought held', ({ boughtHeld }, { bought }) => [boughtHeld, bought], 'amount'),
  figureColumn('Bought held or asked about', ({ boughtAsked }, { bought }) => [boughtAsked, bought]),
  figureColumn('Honest held', ({ honestHeld }, { honest }) => [honestHeld, honest]),
  figureColumn('Honest held or asked about', ({ honestAsked }, { honest }) => [honestAsked, honest]),
];

interface DecideDialogProps {
  proposal: Proposal;
  how: 'apply' | 'refuse';
  onClose: () => void;
}

function DecideDialog({ proposal, how, onClose }: DecideDialogProps) {
  const apply = useAction(adminRoutes.applyScoreProposal, {
    success: ({ version }) => {
      toast.success(`Version ${version} saved`);
      onClose();
    },
  });
  const refuse = useAction(adminRoutes.refuseScoreProposal, {
    success: () => {
      toast.success('Proposal refused');
      onClose();
    },
  });
  const params = { id: proposal.id };
  const isApplied = how === 'apply';
  return (
    <AskDialog
      title={isApplied ? 'Apply proposed rules' : 'Refuse proposed rules'}
      description={
        isApplied
          ? 'The rules judge each clip from its next count on. Permille collects honest clips again; until there are enough, the thresholds of the bands decide.'
          : 'The current rules stay.'
      }
      label="Note"
      missing="Enter why: it is recorded in the audit log."
      hint={null}
      confirmText={isApplied ? 'Apply as a new version' : 'Refuse'}
      busy={(apply.isPending || refuse.isPending) && 'Saving...'}
      onConfirm={(note) => (isApplied ? apply : refuse).mutate({ params, body: { note } })}
      onClose={onClose}
    />
  );
}
