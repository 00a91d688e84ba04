import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { CohortShown } from '#contract/cohorts.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import type { AdminObject } from '../object-page.tsx';
import { Part } from '../object-parts.tsx';
import { PersonLink } from '../person-link.tsx';
import { SelectionBar, useSelection } from '../selection.tsx';
import { type CohortAct, CohortDialog } from './cohort-dialog.tsx';
import { CohortGraph } from './cohort-graph.tsx';
import { namesOf, stateBadges } from './cohort-labels.ts';
import { clipColumns, linkColumns, memberColumns } from './cohort-tables.tsx';

const isOpen = ({ state }: CohortShown) => state === 'open' || state === 'held';

/** Everything about a group of linked clippers, with actions that decide about all of them. */
export const cohort: AdminObject<CohortShown> = {
  what: 'cohort',
  name: 'Cohort',
  view: 'cohorts',
  useObject: (id) => useRead(adminRoutes.adminCohort, { params: { id } }),
  title: namesOf,
  state: ({ state }) => <Badge tone={stateBadges[state].tone}>{stateBadges[state].label}</Badge>,
  acts: [
    {
      text: 'Clear these people',
      may: isOpen,
      dialog: ({ id }, close) => (
        <CohortDialog act="clear" cohortId={id} clipIds={[]} onDone={close} onClose={close} />
      ),
    },
  ],
  notes: (shown) => <Decision cohort={shown} />,
  parts: (shown) => (
    <>
      <Panel title="Links between them">
        <CohortGraph cohort={shown} />
      </Panel>
      <Part
        title="Links"
        rows={shown.links}
        columns={linkColumns(shown)}
        rowKey={({ oneId, otherId, kind }) => `${oneId} ${otherId} ${kind}`}
      />
      <Part title="People" rows={shown.people} columns={memberColumns} rowKey={(row) => row.id} />
      <Clips cohort={shown} isOpen={isOpen(shown)} />
    </>
  ),
};

function Decision({ cohort: { decidedAt, decidedBy, note } }: { cohort: CohortShown }) {
  if (!(decidedAt && decidedBy)) return null;
  return (
    <p className="text-muted">
      <PersonLink id={decidedBy.id}>{decidedBy.name}</PersonLink>, <MomentText at={decidedAt} />:{' '}
      <bdi className="wrap-anywhere">{note}</bdi>
    </p>
  );
}

/**
 * Lists the clips of these people that can still earn. While the cohort is open, the admin chooses here which
 * clips to decide.
 */
function Clips({ cohort, isOpen }: { cohort: CohortShown; isOpen: boolean }) {
  const { openClips } = cohort;
  const selection = useSelection(openClips, {
    nameOf: (clip) => `@${clip.name}’s clip for ${clip.listing}`,
  });
  const [asked, setAsked] = useState<{ act: CohortAct; clipIds: string[] } | null>(null);
  const ask = (act: CohortAct) => setAsked({ act, clipIds: selection.rows.map(({ id }) => id) });
  return (
    <Panel
      title="Clips that can still earn"
      flush
      action={
        isOpen && openClips.length > 0 ? (
          <Button size="sm" onClick={selection.chooseAll}>
            Choose all
          </Button>
        ) : null
      }
    >
      {isOpen ? (
        <SelectionBar selection={selection} label="Chosen clips">
          <Button size="sm" onClick={() => ask('hold')}>
            Hold
          </Button>
          <Button size="sm" variant="danger" onClick={() => ask('uphold')}>
            Do not pay
          </Button>
        </SelectionBar>
      ) : null}
      {openClips.length > 0 ? (
        <Table
          caption="Clips that can still earn"
          rows={openClips}
          columns={isOpen ? [selection.column, ...clipColumns] : clipColumns}
          rowKey={(row) => row.id}
        />
      ) : (
        <EmptyState title="No clips">None of their clips can still earn.</EmptyState>
      )}
      {asked ? (
        <CohortDialog
          {...asked}
          cohortId={cohort.id}
          onDone={() => {
            selection.clear();
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Panel>
  );
}
