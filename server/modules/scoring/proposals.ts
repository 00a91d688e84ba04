import { z } from 'zod';
import type { UserId } from '#contract/accounts/ids.ts';
import {
  type ProposalFigures,
  proposalFigures,
  type ScoreProposal,
} from '#contract/scoring/score-proposals.ts';
import { type SignalSetting, signalSetting } from '#contract/scoring/score-rules.ts';
import { signalGuides } from '#contract/scoring/signals.ts';
import { actBy, bySystem, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { settingOf } from './score/rules.ts';
import { changeSignals, lockNewest, rulesAt } from './score-versions.ts';

interface NewProposal {
  /** Version of the rules that the proposal changes. */
  version: number;
  /** The changed signals. */
  signals: SignalSetting[];
  figures: ProposalFigures;
  now: Date;
}

/** Saves proposed rules, which replace any open proposal. They judge no clip until an admin applies them. */
export async function proposeRules(tx: Tx, { version, signals, figures, now }: NewProposal): Promise<string> {
  await lockNewest(tx);
  await tx
    .updateTable('score_proposals')
    .set({ decided_at: now, applied: false, note: 'A newer proposal took its place.' })
    .where('decided_at', 'is', null)
    .execute();
  const id = newId();
  await tx
    .insertInto('score_proposals')
    .values({ id, made_at: now, version, signals: JSON.stringify(signals), figures: JSON.stringify(figures) })
    .execute();
  await writeAudit(tx, bySystem(now), 'score.proposed', 'score_proposal', id, { version, signals, figures });
  return id;
}

/** Returns the open proposal; null if there is none. */
export async function openProposal(db: Database): Promise<ScoreProposal | null> {
  const row = await db
    .selectFrom('score_proposals')
    .selectAll()
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const rules = await rulesAt(db, row.version);
  const after = z.array(signalSetting).parse(row.signals);
  return {
    id: row.id,
    madeAt: row.made_at,
    version: row.version,
    ...proposalFigures.parse(row.figures),
    signals: rules.signals.flatMap((signal) => {
      const changed = after.find(({ id }) => id === signal.id);
      return changed
        ? [{ name: signalGuides[signal.id].name, before: settingOf(signal), after: changed }]
        : [];
    }),
  };
}

interface Deciding {
  proposalId: string;
  note: string;
  adminId: UserId;
  now: Date;
}

/** Saves a new version with the proposed signals. Refused if an admin has changed the rules since the proposal was made. */
export async function applyProposal(
  tx: Tx,
  deciding: Deciding,
): Promise<Outcome<number, 'not_found' | 'score_proposal_state' | 'changed_meanwhile' | 'invalid_input'>> {
  const { version } = await lockNewest(tx);
  const decided = await decide(tx, deciding, true);
  if (isRefusal(decided)) return decided;
  const changed = await tx
    .selectFrom('score_versions')
    .select('version')
    .where('version', '>', decided.version)
    .where('made_by', 'is not', null)
    .executeTakeFirst();
  if (changed) return refuse('changed_meanwhile');
  const signals = z.array(signalSetting).parse(decided.signals);
  return await changeSignals(tx, { ...deciding, version, signals });
}

export async function refuseProposal(
  tx: Tx,
  deciding: Deciding,
): Promise<Outcome<null, 'not_found' | 'score_proposal_state'>> {
  const decided = await decide(tx, deciding, false);
  return isRefusal(decided) ? decided : null;
}

async function decide(tx: Tx, { proposalId, note, adminId, now }: Deciding, applied: boolean) {
  const decided = await tx
    .updateTable('score_proposals')
    .set({ decided_at: now, decided_by: adminId, applied, note })
    .where('id', '=', proposalId)
    .where('decided_at', 'is', null)
    .returning(['version', 'signals'])
    .executeTakeFirst();
  if (!decided) {
    const known = await tx
      .selectFrom('score_proposals')
      .select('id')
      .where('id', '=', proposalId)
      .executeTakeFirst();
    return refuse(known ? 'score_proposal_state' : 'not_found');
  }
  const action = applied ? 'score.proposal_applied' : 'score.proposal_refused';
  await writeAudit(tx, actBy('admin', adminId, now), action, 'score_proposal', proposalId, { note });
  return decided;
}
