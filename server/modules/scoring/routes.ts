import { reviewNoteRoutes } from '#contract/scoring/review-notes.ts';
import { scoreDriftRoutes } from '#contract/scoring/score-drifts.ts';
import { scoreProposalRoutes } from '#contract/scoring/score-proposals.ts';
import { scoreReviewRoutes } from '#contract/scoring/score-reviews.ts';
import { type ScoreRules as Rules, scoreRuleRoutes } from '#contract/scoring/score-rules.ts';
import { signalGuides } from '#contract/scoring/signals.ts';
import { implementTable, implementWholeTable } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { answerReview } from './answer-review.ts';
import { BASELINE_CLIPS, measureBaselines } from './baselines.job.ts';
import { closeDrift } from './close-drift.ts';
import { scoreRuleColumns, scoreWeekColumns, thresholdsOf } from './columns.ts';
import { countWeeks } from './count-weeks.ts';
import { letPass } from './let-pass.ts';
import { applyProposal, openProposal, refuseProposal } from './proposals.ts';
import { listDrifts, versionsOf } from './queries.ts';
import { fitsSignal, rulesOf, settingOf, shippedRules } from './score/rules.ts';
import { changeSignals, currentRules, newestVersion, withSignals } from './score-versions.ts';
import { tryRules } from './try-rules.ts';

export function registerScoreRuleRoutes(api: Api): void {
  const { db } = api;

  implement(api, scoreRuleRoutes.scoreRules, async () => {
    const newest = await newestVersion(db);
    const rules = rulesOf(newest.version, newest.settings);
    const measured = await measureBaselines(db);
    return {
      version: rules.version,
      signals: signalsOf(rules),
      baselines: measured.map(({ platform, clips }) => ({
        platform,
        ...rules.baselines[platform],
        clips,
        needed: BASELINE_CLIPS,
        isMeasured: newest.settings.baselines.some((baseline) => baseline.platform === platform),
      })),
      versions: await versionsOf(db),
    };
  });

  implementWholeTable(api, scoreRuleRoutes.scoreRulesCsv, scoreRuleColumns, async () => {
    const newest = await newestVersion(db);
    return thresholdsOf(signalsOf(rulesOf(newest.version, newest.settings)));
  });

  implementTable(
    api,
    scoreRuleRoutes.scoreWeeks,
    scoreRuleRoutes.scoreWeeksCsv,
    scoreWeekColumns,
    ({ now }, from) => countWeeks(from, now),
  );

  implement(api, scoreRuleRoutes.tryScoreRules, async ({ body }) => {
    if (!body.signals.every(fitsSignal)) return refuse('invalid_input');
    const { version, settings } = await newestVersion(db);
    const proposed = rulesOf(version + 1, withSignals(settings, body.signals));
    return await tryRules(db, await currentRules(db), proposed);
  });

  implement(api, scoreRuleRoutes.changeScoreRules, async ({ body, actor, now }) => {
    const outcome = await transact(db, (tx) => changeSignals(tx, { ...body, adminId: actor.userId, now }));
    return isRefusal(outcome) ? outcome : { version: outcome };
  });

  implement(api, reviewNoteRoutes.answerReview, async ({ params, body, actor, now }) => {
    const note = {
      submissionId: params.id,
      clipperId: actor.accountId,
      userId: actor.userId,
      text: body.text,
      now,
    };
    return (await transact(db, (tx) => answerReview(tx, note))) ?? {};
  });

  registerDecisions(api);
}

/** Decisions of admins on verdicts, proposals and drifts. */
function registerDecisions(api: Api): void {
  const { db } = api;

  implement(api, scoreReviewRoutes.letScorePass, async ({ params, body, actor, now }) => {
    const passing = { submissionId: params.id, note: body.note, adminId: actor.userId, now };
    const outcome = await transact(db, (tx) => letPass(tx, passing));
    return isRefusal(outcome) ? outcome : {};
  });

  implement(api, scoreProposalRoutes.scoreProposal, async () => ({ proposal: await openProposal(db) }));

  implement(api, scoreProposalRoutes.applyScoreProposal, async ({ params, body, actor, now }) => {
    const deciding = { proposalId: params.id, note: body.note, adminId: actor.userId, now };
    const outcome = await transact(db, (tx) => applyProposal(tx, deciding));
    return isRefusal(outcome) ? outcome : { version: outcome };
  });

  implement(api, scoreProposalRoutes.refuseScoreProposal, async ({ params, body, actor, now }) => {
    const deciding = { proposalId: params.id, note: body.note, adminId: actor.userId, now };
    const outcome = await transact(db, (tx) => refuseProposal(tx, deciding));
    return isRefusal(outcome) ? outcome : {};
  });

  implement(api, scoreDriftRoutes.scoreDrifts, async () => ({ rows: await listDrifts(db) }));

  implement(api, scoreDriftRoutes.closeScoreDrift, async ({ params, body, actor, now }) => {
    const closing = { driftId: params.id, ...body, adminId: actor.userId, now };
    const outcome = await transact(db, (tx) => closeDrift(tx, closing));
    return isRefusal(outcome) ? outcome : {};
  });
}

const signalsOf = ({ signals }: ReturnType<typeof rulesOf>): Rules['signals'] =>
  signals.map((signal, i) => ({
    ...settingOf(signal),
    name: signalGuides[signal.id].name,
    shippedWeight: shippedRules.signals[i]!.weight,
  }));
