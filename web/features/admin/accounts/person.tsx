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
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { ListingsOf } from '../listings/listings.tsx';
import type { Act, AdminObject } from '../object-page.tsx';
import { ClipsOf } from '../object-parts.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { PersonMoney } from './person-money.tsx';
import { ownName, personName } from './person-name.ts';
import { PersonParts } from './person-parts.tsx';
import { type UserAct, UserDialog } from './user-dialog.tsx';
import { roleLabel } from './users.tsx';

const isBanned = ({ role, status }: AdminPerson) => role !== 'admin' && status === 'Banned';

const opens =
  (act: UserAct): Extract<Act<AdminPerson>, { dialog: unknown }>['dialog'] =>
  (user, onClose) => <UserDialog user={user} act={act} onClose={onClose} />;

/** Everything about one person, with the actions of an admin. */
export const person: AdminObject<AdminPerson> = {
  what: 'person',
  name: 'Person',
  view: 'users',
  useObject: (id) => useRead(adminRoutes.adminPerson, { params: { id } }),
  title: personName,
  state: ({ role, status, closedAt, isDemo }) => (
    <>
      <OutlineBadge>{roleLabel(role)}</OutlineBadge>
      <StatusBadge status={status} />
      {closedAt ? <OutlineBadge>Account closed</OutlineBadge> : null}
      {isDemo ? <OutlineBadge>Demo account</OutlineBadge> : null}
    </>
  ),
  whose: personName,
  acts: [
    {
      text: 'Ban User',
      variant: 'danger',
      may: ({ role, status }) => role !== 'admin' && status !== 'Banned',
      dialog: opens('ban'),
    },
    {
      text: 'Allow payouts',
      may: (user) => isBanned(user) && user.payoutsFrozen,
      dialog: opens('allow'),
    },
    { text: 'Unban User', may: isBanned, dialog: opens('unban') },
  ],
  notes: (shown, ask) => (
    <Banned person={shown} onEnter={() => ask((close) => <AddressDialog person={shown} onClose={close} />)} />
  ),
  facts: (shown) => (
    <>
      <Account person={shown} />
      {shown.role === 'admin' ? null : <PersonMoney person={shown} />}
    </>
  ),
  parts: (shown) => (
    <>
      <PersonParts person={shown} />
      {shown.role === 'clipper' ? <ClipsOf clipper={shown.id} /> : null}
      {shown.role === 'host' ? <ListingsOf host={shown.id} /> : null}
    </>
  ),
};

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
      <Facts>
        <Fact name="Name">{ownName(person) && <bdi>{ownName(person)}</bdi>}</Fact>
        <Fact name="Email">{person.email}</Fact>
        <Fact name="Signed up">
          <DateText at={person.createdAt} />
        </Fact>
        <Fact name="Country">
          {person.role === 'clipper' && (person.country ? countryName(person.country) : 'Not given yet')}
        </Fact>
        <Fact name="Signed in">
          {count === 0 ? 'On no device' : count === 1 ? 'On 1 device' : `On ${count} devices`}
        </Fact>
        <Fact name="Last seen">{lastSeenAt ? <MomentText at={lastSeenAt} /> : '-'}</Fact>
        <Fact name="Closed">{person.closedAt && <DateText at={person.closedAt} />}</Fact>
      </Facts>
    </Panel>
  );
}
