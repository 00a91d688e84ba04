import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { balanceOf, clipperAvailable } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from './api.ts';
import { testAvailable } from './available-earnings.ts';
import { testDatabase } from './database.ts';
import { testModules } from './modules.ts';

export const dollars = (amount: number): bigint => BigInt(Math.round(amount * 100)) * 10_000n;

/** Banned people with money, and the acts of two admins. The clock begins on a Tuesday. */
export async function bannedWorld() {
  const t = await testDatabase();
  const { db } = t;
  const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
  const modules = testModules(db, clock, ['admin', 'payouts', 'deposits', 'earnings'], {
    env: { MODE: 'demo', BANK_DETAILS: 'IBAN DE02' },
  });
  const api = await testApi(db, clock, modules);
  const [ada, ben] = [await testPerson(db, 'admin'), await testPerson(db, 'admin')];
  const send = (path: string, body: object = { reason: 'Reviewed.' }, as = ada) =>
    api.send('POST', `/api/admin/${path}`, { as, body });
  /** Performs an act as one admin. A second admin repeats it when the day's sums require two. */
  const byTwo = async (path: string) => {
    const reply = await send(path);
    return reply.body?.code === 'second_admin_needed' ? await send(path, undefined, ben) : reply;
  };
  const act = (id: string, what: string, body: object = {}) => send(`payouts/${id}/${what}`, body);
  const ban = ({ userId }: Actor) => send(`users/${userId}/ban`, { reason: 'Fake views' });

  return {
    ...{ db, clock, api, ada, ben, send, act, ban },
    unban: ({ userId }: Actor) => byTwo(`users/${userId}/unban`),
    allow: ({ userId }: Actor) => byTwo(`users/${userId}/allow-payouts`),
    enter: ({ userId }: Actor, email: string, more: object = {}, as = ada) =>
      api.send('PUT', `/api/admin/people/${userId}/payout-address`, {
        as,
        body: { email, reason: 'They wrote from their own mailbox.', ...more },
      }),
    /** Returns the banned person's row in the admins' inbox. */
    async inbox({ userId }: Actor) {
      const { body } = await api.send('GET', '/api/admin/inbox?kind=banned', { as: ada });
      return body.rows.find((row: { id: string }) => row.id === userId);
    },
    available: ({ accountId }: Actor) => balanceOf(db, clipperAvailable(accountId)),
    payoutsOf: ({ accountId }: Actor) =>
      db
        .selectFrom('payouts')
        .selectAll()
        .where('clipper_id', '=', accountId)
        .orderBy('requested_at')
        .orderBy('id')
        .execute(),
    async mailsTo(to: string): Promise<string[]> {
      const mails = t.owner.selectFrom('outbound_emails').select('subject').where('to_address', '=', to);
      return (await mails.orderBy('id').execute()).map(({ subject }) => subject);
    },
    async clipper(amount: number, email: string | null = 'tess@people.example'): Promise<Actor> {
      const person = await testPerson(db, 'clipper');
      if (email) {
        const body = { email, country: 'US' };
        const set = await api.send('PUT', '/api/clipper/payout-address', { as: person, body });
        if (set.status !== 200) throw new Error(set.body.detail);
      }
      if (amount > 0)
        await testAvailable(db, { clipperId: person.accountId, amount: dollars(amount), now: clock.now() });
      return person;
    },
    async bannedHost(amount: number): Promise<{ person: Actor; depositId: string }> {
      const person = await testPerson(db, 'host');
      const body = { amountMicros: dollars(amount).toString() };
      const made = await api.send('POST', '/api/deposits/test-card', { as: person, body });
      await ban(person);
      return { person, depositId: made.body.id };
    },
    /** Pays a payout by hand; resolves with the statuses of both steps. */
    async pay(id: string): Promise<number[]> {
      const picked = await act(id, 'process');
      return [picked.status, (await act(id, 'paid', { reference: `R ${id}` })).status];
    },
    async close() {
      await api.close();
      await t.close();
    },
  };
}
