import { useState } from 'react';
import type { AdminPerson } from '#contract/admin/admin-objects.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { countryName } from '#contract/country-names.ts';
import { formatUsd } from '#contract/money.ts';
import { asSentence } from '#contract/sentence.ts';
import { useRead } from '#web/api/query.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { OutlineBadge } from '#web/ui/pages/badge.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Facts, Panel } from '#web/ui/pages/panel.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { ListingsOf } from '../listings/listings.tsx';
import { AuditOf, ClipsOf, NoObject } from '../object-parts.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { PersonMoney } from './person-money.tsx';
import { PersonParts } from './person-parts.tsx';
import { type UserAct, UserActions, UserDialog } from './user-actions.tsx';
import { roleLabel } from './users.tsx';

/** Everything about one person, with the actions of an admin. */
export function Person({ id }: { id: string }) {
  const found = useRead(adminRoutes.adminPerson, { params: { id } });
  const [act, setAct] = useState<UserAct | null>(null);
  const [entering, setEntering] = useState(false);
  const { data: person } = found;
  if (!person) return <NoObject of={found} what="person" />;
  return (
    <>
      <PageHeader
        title={person.username ? `@${person.username}` : person.name}
        meaning={
          <span className="flex flex-wrap items-center gap-2">
            <OutlineBadge>{roleLabel(person.role)}</OutlineBadge>
            <StatusBadge status={person.status} />
            {person.closedAt ? <OutlineBadge>Account closed</OutlineBadge> : null}
            {person.isDemo ? <OutlineBadge>Demo account</OutlineBadge> : null}
          </span>
        }
        action={<UserActions user={person} onAct={setAct} />}
        noIndex
      />
      <Banned person={person} onEnter={() => setEntering(true)} />
      <div className="grid grid-cols-1 gap-5 max-md:gap-4 lg:grid-cols-2">
        <Account person={person} />
        {person.role === 'admin' ? null : <PersonMoney person={person} />}
      </div>
      <PersonParts person={person} />
      {person.role === 'clipper' ? <ClipsOf clipper={id} /> : null}
      {person.role === 'host' ? <ListingsOf host={id} /> : null}
      <AuditOf id={id} />
      {entering ? <AddressDialog person={person} onClose={() => setEntering(false)} /> : null}
      {act ? <UserDialog user={person} act={act} onClose={() => setAct(null)} /> : null}
    </>
  );
}

function Banned({ person, onEnter }: { person: AdminPerson; onEnter: () => void }) {
  const { bannedAt, banReason, payoutsFrozen, bannedMoney, closedAt } = person;
  const mayBePaid =
    person.role === 'clipper' || person.balances.some(({ kind }) => kind.startsWith('clipper_'));
  if (!bannedAt) return null;
  return (
    <Note tone="warning" title="Banned">
      Since <MomentText at={bannedAt} />.{' '}
      {payoutsFrozen ? 'Payouts are frozen until the money has been reviewed. ' : ''}
      {banReason ? `Reason: ${asSentence(banReason)}` : 'No reason was entered.'}
      {bannedMoney ? (
        <span className="mt-1.5 block">
          {formatUsd(bannedMoney.amountMicros)} waits for you: {bannedMoney.what} Due{' '}
          <MomentText at={bannedMoney.dueAt} />.
        </span>
      ) : null}
      {mayBePaid && !closedAt ? (
        <span className="mt-2.5 block">
          <Button size="sm" onClick={onEnter}>
            Enter a payment email
          </Button>
        </span>
      ) : null}
    </Note>
  );
}

function Account({ person }: { person: AdminPerson }) {
  const { count, lastSeenAt } = person.sessions;
  return (
    <Panel title="Account">
      <Facts
        rows={[
          { name: 'Name', value: <bdi>{person.name}</bdi> },
          { name: 'Email', value: person.email },
          { name: 'Signed up', value: <DateText at={person.createdAt} /> },
          ...(person.role === 'clipper'
            ? [{ name: 'Country', value: person.country ? countryName(person.country) : 'Not given yet' }]
            : []),
          {
            name: 'Signed in',
            value: count === 0 ? 'On no device' : count === 1 ? 'On 1 device' : `On ${count} devices`,
          },
          { name: 'Last seen', value: lastSeenAt ? <MomentText at={lastSeenAt} /> : '-' },
          ...(person.closedAt ? [{ name: 'Closed', value: <DateText at={person.closedAt} /> }] : []),
        ]}
      />
    </Panel>
  );
}
