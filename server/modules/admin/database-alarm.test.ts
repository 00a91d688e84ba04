import { expect, onTestFinished, test } from 'vitest';
import { after, MINUTE } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { createLog } from '#server/infra/log.ts';
import { alarms } from './alarms.job.ts';
import { databaseAlarm } from './database-alarm.ts';

const start = new Date('2026-03-02T10:00:00Z');
const minute = (nth: number): Date => after(start, nth * MINUTE);

function away() {
  const subjects: string[] = [];
  const state = { takes: true };
  const notify = async ({ subject }: { subject: string }) => {
    if (state.takes) subjects.push(subject);
    return state.takes;
  };
  return { subjects, state, alarm: databaseAlarm([notify]) };
}

test('reports a database that is away for two minutes once, and its return once', async () => {
  const { subjects, alarm } = away();
  for (const nth of [0, 1]) await alarm.note(true, minute(nth));
  expect(subjects).toEqual([]);
  for (const nth of [2, 3, 4]) await alarm.note(true, minute(nth));
  expect(subjects).toEqual(['Needs attention: Database']);
  for (const nth of [5, 6]) await alarm.note(false, minute(nth));
  expect(subjects).toEqual(['Needs attention: Database', 'Well again: Database']);
});

test('does not report a restart of the database', async () => {
  const { subjects, alarm } = away();
  await alarm.note(true, minute(0));
  await alarm.note(false, minute(1));
  await alarm.note(true, minute(2));
  await alarm.note(false, minute(3));
  expect(subjects).toEqual([]);
});

test('retries a message that was refused', async () => {
  const { subjects, state, alarm } = away();
  await alarm.note(true, minute(0));
  state.takes = false;
  await alarm.note(true, minute(2));
  state.takes = true;
  await alarm.note(true, minute(3));
  expect(subjects).toEqual(['Needs attention: Database']);
  state.takes = false;
  await alarm.note(false, minute(4));
  state.takes = true;
  await alarm.note(false, minute(5));
  expect(subjects).toEqual(['Needs attention: Database', 'Well again: Database']);
});

test('the alarm job mails without the outbox when the database does not answer', async () => {
  const { db, close } = createDatabase('postgres://nobody@127.0.0.1:1/none');
  onTestFinished(close);
  const mails: string[] = [];
  const mailNow = async ({ to, subject }: { to: string; subject: string }) => {
    mails.push(`${to}: ${subject}`);
    return true;
  };
  const alerts = { email: 'operator@permille.example', webhook: null };
  const checks = [{ name: 'Database', problem: async () => 'The database does not answer.' }];
  const job = alarms({ db, log: createLog('silent'), alerts, mailNow }, checks);
  for (const nth of [0, 1, 2, 3]) await expect(job.run(minute(nth))).rejects.toThrow('no connection');
  expect(mails).toEqual(['operator@permille.example: Needs attention: Database']);
});
