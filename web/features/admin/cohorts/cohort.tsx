import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { CohortShown } from '#contract/cohorts.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { AuditOf, NoObject, Part } from '../object-parts.tsx';
import { PersonLink } from '../person-link.tsx';
import { SelectionBar, useSelection } from '../selection.tsx';
import { type CohortAct, CohortDialog } from './cohort-dialog.tsx';
import { CohortGraph } from './cohort-graph.tsx';
import { namesOf, stateBadges } from './cohort-labels.ts';
import { clipColumns, linkColumns, memberColumns } from './cohort-tables.tsx';

/** Shows everything about a group of linked clippers, with buttons that decide about all of them. */
export function Cohort({ id }: { id: string }) {
  const found = useRead(adminRoutes.adminCohort, { params: { id } });
  const [isClearing, setClearing] = useState(false);
  const { data: cohort } = found;
  if (!cohort) return <NoObject of={found} what="cohort" />;
  const { tone, label } = stateBadges[cohort.state];
  const isOpen = cohort.state === 'open' || cohort.state === 'held';
  return (
    <>
      <PageHeader
        title={namesOf(cohort)}
        meaning={<Badge tone={tone}>{label}</Badge>}
        action={
          isOpen ? (
            <Button size="sm" onClick={() => setClearing(true)}>
              Clear these people
            </Button>
          ) : null
        }
        noIndex
      />
      <Decision cohort={cohort} />
      <Panel title="What joins them">
        <CohortGraph cohort={cohort} />
      </Panel>
      <Part
        title="Links"
        rows={cohort.links}
        columns={linkColumns(cohort)}
        rowKey={({ oneId, otherId, kind }) => `${oneId} ${otherId} ${kind}`}
      />
      <Part title="People" rows={cohort.people} columns={memberColumns} rowKey={(row) => row.id} />
      <Clips cohort={cohort} isOpen={isOpen} />
      <AuditOf id={id} />
      {isClearing ? (
        <CohortDialog
          act="clear"
          cohortId={id}
          clipIds={[]}
          onDone={() => setClearing(false)}
          onClose={() => setClearing(false)}
        />
      ) : null}
    </>
  );
}

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
        <EmptyState title="No clips">None of their clips can earn any more.</EmptyState>
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
