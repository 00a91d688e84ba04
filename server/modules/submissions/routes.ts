import type { AccountId } from '#contract/accounts/ids.ts';
import { captionCheckRoutes } from '#contract/submissions/caption-checks.ts';
import { type RejectReason, rejectReasons } from '#contract/submissions/reject-reasons.ts';
import { submissionRoutes } from '#contract/submissions/submissions.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementPreparedOnce } from '#server/http/route.ts';
import { forEachGuarded } from '#server/infra/for-each-guarded.ts';
import { isRefusal, type Outcome, type Refusal, refuse } from '#server/infra/outcome.ts';
import { noteAgreement } from '#server/infra/second-admin.ts';
import { transact } from '#server/infra/transaction.ts';
import { captionSubject, type ReadCaptions, recheckCaptions } from './caption-checks.job.ts';
import { type CheckDeps, checkClip } from './check.ts';
import { clipperSubmissionsColumns, hostSubmissionsColumns } from './columns.ts';
import { decide, undoDecision, withdraw } from './decide.ts';
import { decideEscalated } from './decide-escalated.ts';
import { dryRun } from './dry-run.ts';
import { clipperSubmissions, hostSubmissions } from './lists.ts';
import { registerMessageRoutes } from './message-routes.ts';
import { registerPeopleRoutes } from './people-routes.ts';
import { missingInClip } from './queries.ts';
import { recogniseListing } from './recognise-listing.ts';
import type { CheckFailure } from './resolve-post.ts';
import { lookupsUsed } from './rules.ts';
import { submitClip } from './submit.ts';

interface Deps extends CheckDeps {
  readCaptions: ReadCaptions;
  bookLookup: (accountId: AccountId, now: Date) => Promise<Date | null>;
}

type SubmitError = NonNullable<typeof submissionRoutes.submitClip.errors>[number];

export function registerSubmissionRoutes(api: Api, deps: Deps): void {
  const { db } = api;
  registerMessageRoutes(api);
  registerPeopleRoutes(api);
  registerDecisionRoutes(api, deps);

  implement(
    api,
    submissionRoutes.checkClip,
    async ({ body, actor }) =>
      (await dryRun(deps, { clipperId: actor.accountId, ...body })) ?? refuse('not_found'),
  );

  implement(api, submissionRoutes.recogniseListing, ({ body, actor }) =>
    recogniseListing(deps, { clipperId: actor.accountId, ...body }),
  );

  implementPreparedOnce(
    api,
    submissionRoutes.submitClip,
    async ({ body, actor }) => {
      const checked = await checkClip(deps, { clipperId: actor.accountId, ...body });
      if (!checked) return refuse('not_found');
      return checked.failure ? refuseCheck(checked.failure) : checked;
    },
    ({ body, actor, now }, tx, checked) => {
      const submission = {
        clipperId: actor.accountId,
        userId: actor.userId,
        reportedViews: body.reportedViews,
        checked,
        now,
      };
      return submitClip(tx, submission);
    },
  );

  registerListRoutes(api);
  registerCaptionCheck(api, deps);

  implement(api, submissionRoutes.withdrawSubmission, ({ params, actor, now }) =>
    transact(db, (tx) =>
      withdraw(tx, { submissionId: params.id, clipperId: actor.accountId, userId: actor.userId, now }),
    ),
  );
  implement(api, submissionRoutes.approveSubmission, ({ params, actor, now }) =>
    transact(db, (tx) =>
      decide(
        tx,
        { submissionId: params.id, hostId: actor.accountId, userId: actor.userId, now },
        { kind: 'approve' },
      ),
    ),
  );
  implement(api, submissionRoutes.rejectSubmission, async ({ params, body, actor, now }) => {
    const why = readReason(body);
    if (isRefusal(why)) return why;
    const ask = { submissionId: params.id, hostId: actor.accountId, userId: actor.userId, now };
    return await transact(db, (tx) => decide(tx, ask, { kind: 'reject', ...why }));
  });
  implement(api, submissionRoutes.undoDecision, ({ params, actor, now }) =>
    transact(db, (tx) =>
      undoDecision(tx, { submissionId: params.id, hostId: actor.accountId, userId: actor.userId, now }),
    ),
  );
}

function registerListRoutes(api: Api): void {
  implementTable(
    api,
    submissionRoutes.clipperSubmissions,
    submissionRoutes.clipperSubmissionsCsv,
    clipperSubmissionsColumns,
    ({ query, actor, now }, db) => clipperSubmissions(db, actor.accountId, query, now),
  );
  implementTable(
    api,
    submissionRoutes.hostSubmissions,
    submissionRoutes.hostSubmissionsCsv,
    hostSubmissionsColumns,
    ({ query, actor, now }, db) => hostSubmissions(db, actor.accountId, query, now),
  );
}

/** Registers the route by which a clipper who fixed a caption has it checked at once. */
function registerCaptionCheck(api: Api, deps: Deps): void {
  implement(api, captionCheckRoutes.checkCaption, async ({ params, actor, now }) => {
    const clip = await captionSubject(api.db, params.id, actor.accountId);
    if (!clip) return refuse('not_found');
    const until = await deps.bookLookup(actor.accountId, now);
    if (until) return refuse('platform_lookups_used', { detail: lookupsUsed(until) });
    const checked = await recheckCaptions(deps, [clip], now, true);
    if (!checked.ok) {
      return refuse(checked.problem.kind === 'unasked' ? 'platform_not_set_up' : 'platform_unavailable');
    }
    if (checked.value.length === 0) return refuse('post_not_found');
    return { captionProblem: await missingInClip(api.db, params.id, clip.platform) };
  });
}

/** Registers the decisions of reviewers on clips that a host did not decide. */
function registerDecisionRoutes(api: Api, _deps: Deps): void {
  const { db } = api;
  implement(api, submissionRoutes.approveEscalated, async ({ params, body, actor, now }) => {
    const ask = { submissionId: params.id, adminId: actor.userId, now };
    const review = { kind: 'approve' as const, note: body.note };
    return (await transact(db, (tx) => decideEscalated(tx, ask, review))) ?? {};
  });
  implement(api, submissionRoutes.approveEscalatedClips, ({ body, actor, now, request }) =>
    forEachGuarded(body.ids, request.log, async (submissionId) => {
      const ask = { submissionId, adminId: actor.userId, now };
      const review = { kind: 'approve' as const, note: body.note };
      const outcome = await transact(db, (tx) => decideEscalated(tx, ask, review));
      await noteAgreement(db, outcome);
      return outcome;
    }),
  );
  implement(api, submissionRoutes.rejectEscalated, async ({ params, body, actor, now }) => {
    const why = readReason(body);
    if (isRefusal(why)) return why;
    const ask = { submissionId: params.id, adminId: actor.userId, now };
    return (await transact(db, (tx) => decideEscalated(tx, ask, { kind: 'reject', ...why }))) ?? {};
  });
}

/** Reads the reason of a rejection. Some reasons require a note. */
function readReason(body: {
  reason: RejectReason | null;
  note: string | null;
}): Outcome<{ reason: RejectReason; note: string | null }, 'reason_required' | 'note_required'> {
  const { reason } = body;
  const note = body.note?.trim() || null;
  if (!reason) return refuse('reason_required', { field: 'reason' });
  if (rejectReasons[reason].needsNote && !note) return refuse('note_required', { field: 'note' });
  return { reason, note };
}

/** Turns a failed check into a refusal with the check's own code and message, on the field `url`. */
function refuseCheck({ code, message, candidates }: CheckFailure): Refusal<SubmitError> {
  const refusal = refuse(code, { detail: message, field: 'url', candidates });
  return refusal as Refusal<SubmitError>;
}
