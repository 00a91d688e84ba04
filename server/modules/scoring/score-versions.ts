import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import type { SignalSetting } from '#contract/scoring/score-rules.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { openDrifts } from './queries.ts';
import {
  fitsSignal,
  rulesOf,
  type ScoreRules,
  type ScoreSettings,
  scoreSettings,
  settingOf,
  shippedRules,
} from './score/rules.ts';

export interface ScoreVersion {
  version: number;
  settings: ScoreSettings;
}

/** Returns the newest version; version 0 if the built-in rules were never changed. */
export async function newestVersion(db: Database | Tx): Promise<ScoreVersion> {
  const row = await db
    .selectFrom('score_versions')
    .select(['version', 'settings'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { version: 0, settings: { signals: [], baselines: [], calibration: [] } };
  return { version: row.version, settings: scoreSettings.parse(row.settings) };
}

export async function currentRules(db: Database | Tx): Promise<ScoreRules> {
  const { version, settings } = await newestVersion(db);
  return version === 0 ? shippedRules : rulesOf(version, settings, await openDrifts(db));
}

/** Returns the rules of a version. Version 0 is the built-in rules. */
export async function rulesAt(db: Database | Tx, version: number): Promise<ScoreRules> {
  if (version === 0) return shippedRules;
  const row = await db
    .selectFrom('score_versions')
    .select('settings')
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return rulesOf(version, scoreSettings.parse(row.settings));
}

/**
 * Returns the settings after a change of signals. Signals equal to the built-in ones are left out. The
 * calibration is emptied, because scores by other weights can't be compared with the new ones.
 */
export function withSignals(settings: ScoreSettings, changed: SignalSetting[]): ScoreSettings {
  const all = new Map([...settings.signals, ...changed].map((signal) => [signal.id, signal]));
  const shipped = new Map(shippedRules.signals.map((signal) => [signal.id as string, settingOf(signal)]));
  const signals = [...all.values()].filter(
    (signal) => JSON.stringify(sorted(signal)) !== JSON.stringify(sorted(shipped.get(signal.id)!)),
  );
  return { ...settings, signals, calibration: [] };
}

const sorted = ({ id, weight, ramps }: SignalSetting) => [
  id,
  weight,
  ...ramps
    .map(({ platform, weak, strong }) => [platform ?? '', weak, strong] as const)
    .toSorted(([a], [b]) => a.localeCompare(b)),
];

interface Change {
  /** The version that the admin saw. The change is refused if it is no longer the newest. */
  version: number;
  signals: SignalSetting[];
  note: string;
  adminId: UserId;
  now: Date;
}

/**
 * Saves changed weights and thresholds as a new version, and writes old and new values to the audit log. Closes
 * open drifts, which were found in scores by the old weights.
 */
export async function changeSignals(
  tx: Tx,
  { version, signals, note, adminId, now }: Change,
): Promise<Outcome<number, 'invalid_input' | 'changed_meanwhile'>> {
  if (!signals.every(fitsSignal)) return refuse('invalid_input');
  const before = await lockNewest(tx);
  if (before.version !== version) return refuse('changed_meanwhile');
  const settings = withSignals(before.settings, signals);
  await tx
    .updateTable('score_drifts')
    .set({ closed_at: now, closed_by: adminId, recalibrated: false, note })
    .where('closed_at', 'is', null)
    .execute();
  const rules = rulesOf(before.version, before.settings);
  const old = rules.signals.map(settingOf).filter(({ id }) => signals.some((signal) => signal.id === id));
  return await storeVersion(tx, {
    version: version + 1,
    settings,
    note,
    adminId,
    now,
    data: { before: old, after: signals },
  });
}

/**
 * Returns the newest version. Until the transaction ends, other transactions wait here, so that they can't
 * save the same version number.
 */
export async function lockNewest(tx: Tx): Promise<ScoreVersion> {
  await sql`select pg_advisory_xact_lock(hashtext('score_versions'))`.execute(tx);
  return await newestVersion(tx);
}

interface NewVersion extends ScoreVersion {
  note: string;
  /** null: the version was computed automatically. */
  adminId: UserId | null;
  now: Date;
  data: Record<string, unknown>;
}

export async function storeVersion(tx: Tx, { data, ...made }: NewVersion): Promise<number> {
  const { version, settings, note, adminId, now } = made;
  await tx
    .insertInto('score_versions')
    .values({ version, made_at: now, made_by: adminId, note, settings: JSON.stringify(settings) })
    .execute();
  await writeAudit(tx, actBy(adminId ? 'admin' : 'system', adminId, now), 'score.changed', 'score', null, {
    version,
    note,
    ...data,
  });
  return version;
}
