import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { fullDay } from '#contract/dates.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import type { ScoreDrift } from '#contract/scoring/score-drifts.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { formatCount, formatShare } from '#web/ui/texts/count.ts';
import { ActDialog } from '../act-dialog.tsx';

const sizeWords = { small: 'under 10,000', medium: '10,000 to 100,000', large: 'over 100,000' } as const;
const classOf = ({ platform, size, evidence }: ScoreDrift) =>
  `${platforms[platform].name}, ${sizeWords[size]} views${evidence === 'analytics' ? ', with analytics' : ''}`;
const promiseWords = { held: 'held', asked: 'held or asked about' } as const;

/**
 * Lists the classes of clips in which the score holds or questions more honest clips than the promised
 * maximum. Tells since when, and what to do. Renders nothing if there are none.
 */
export function ScoreDrifts() {
  const { data } = useRead(adminRoutes.scoreDrifts, {});
  const [closing, setClosing] = useState<ScoreDrift>();
  const standing = data?.rows.filter(({ closed }) => closed === null) ?? [];
  if (standing.length === 0) return null;
  return (
    <section aria-label="Drifts" className="flex flex-col gap-3 border-line border-b px-4.5 py-3">
      {standing.map((drift) => (
        <Note
          key={drift.id}
          tone="warning"
          title={`${classOf(drift)}:`}
          action={
            <Button
              size="sm"
              aria-label={`Close the drift of ${classOf(drift)}`}
              onClick={() => setClosing(drift)}
            >
              Close drift
            </Button>
          }
        >
          honest clips have scored higher since {fullDay(drift.since)}. Of {formatCount(drift.clips)} found
          honest since then, {formatCount(drift.clipsAbove)} ({formatShare(drift.clipsAbove / drift.clips)})
          would be {promiseWords[drift.promise]}; the promise is at most {formatShare(drift.promised)}. Until
          you close this, the score holds no such clip: a person is asked. Look at clips that scored high
          since then. If bought views were approved, exclude them.
        </Note>
      ))}
      {closing ? <CloseDialog drift={closing} onClose={() => setClosing(undefined)} /> : null}
    </section>
  );
}

const ways = {
  later: 'Later clips: audiences or counters have changed',
  same: 'The same clips as before: the drift was temporary',
} as const;

function CloseDialog({ drift, onClose }: { drift: ScoreDrift; onClose: () => void }) {
  const [way, setWay] = useState<keyof typeof ways>('later');
  return (
    <ActDialog
      route={adminRoutes.closeScoreDrift}
      title="Close drift"
      description={`${classOf(drift)}. From the next count on the score holds such clips again.`}
      label="Note"
      missing="Enter what you found: it is recorded in the audit log."
      hint={null}
      confirmText="Close drift"
      busy="Closing..."
      input={(note) => ({ params: { id: drift.id }, body: { recalibrate: way === 'later', note } })}
      done={() => ['Drift closed']}
      onClose={onClose}
    >
      <Field label="Compare scores with">
        <Select
          value={way}
          options={Object.entries(ways).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setWay(event.target.value === 'same' ? 'same' : 'later')}
        />
      </Field>
    </ActDialog>
  );
}
