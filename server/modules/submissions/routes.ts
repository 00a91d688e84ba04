import type { ErrorCode } from '#contract/errors.ts';
import { submissionRoutes } from '#contract/submissions.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementPreparedOnce } from '#server/http/route.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import { type CheckDeps, checkClip } from './check.ts';
import { decide, undoDecision, withdraw } from './decide.ts';
import { clipperSubmissions, hostSubmissions } from './lists.ts';
import { registerMessages } from './message-routes.ts';
import { registerPeople } from './people-routes.ts';
import { type StartTracking, submitClip } from './submit.ts';

interface Deps extends CheckDeps {
  startTracking: StartTracking;
  stopTracking: (tx: Tx, submissionIds: string[]) => Promise<void>;
}

type SubmitError = NonNullable<typeof submissionRoutes.submitClip.errors>[number];

export function registerSubmissions(api: Api, deps: Deps): void {
  const { db } = api;
  registerMessages(api);
  registerPeople(api);

  implement(api, submissionRoutes.checkClip, async ({ body, actor }) => {
    const checked = await checkClip(deps, { clipperId: actor.userId, ...body });
    if (!checked) return refuse('not_found');
    const { found, link } = checked;
    return {
      checks: checked.checks,
      passes: checked.failure === null,
      post:
        found && link
          ? {
              platform: link.platform,
              caption: found.post.caption,
              postedAt: found.post.postedAt,
              views: found.post.reading?.views ?? null,
            }
          : null,
    };
  });

  implementPreparedOnce(
    api,
    submissionRoutes.submitClip,
    async ({ body, actor }) => {
      const checked = await checkClip(deps, { clipperId: actor.userId, ...body });
      if (!checked) return refuse('not_found');
      return checked.failure ? refuseCheck(checked.failure) : checked;
    },
    ({ body, actor, now }, tx, checked) => {
      const submission = { clipperId: actor.userId, reportedViews: body.reportedViews, checked, now };
      return submitClip(tx, submission, deps.startTracking);
    },
  );

  registerLists(api);

  implement(api, submissionRoutes.withdrawSubmission, ({ params, actor, now }) =>
    transact(db, (tx) =>
      withdraw(tx, { submissionId: params.id, clipperId: actor.userId, now }, deps.stopTracking),
    ),
  );
  implement(api, submissionRoutes.approveSubmission, ({ params, actor, now }) =>
    transact(db, (tx) =>
      decide(tx, { submissionId: params.id, hostId: actor.userId, now }, { kind: 'approve' }),
    ),
  );
  implement(api, submissionRoutes.rejectSubmission, async ({ params, body, actor, now }) => {
    const { reason } = body;
    const note = body.note?.trim() || null;
    if (!reason) return refuse('reason_required', { field: 'reason' });
    if (reason === 'other' && !note) return refuse('note_required', { field: 'note' });
    const ask = { submissionId: params.id, hostId: actor.userId, now };
    return await transact(db, (tx) => decide(tx, ask, { kind: 'reject', reason, note }));
  });
  implement(api, submissionRoutes.undoDecision, ({ params, actor, now }) =>
    transact(db, (tx) => undoDecision(tx, { submissionId: params.id, hostId: actor.userId, now })),
  );
}

function registerLists(api: Api): void {
  const { db } = api;
  implementTable(
    api,
    submissionRoutes.clipperSubmissions,
    submissionRoutes.clipperSubmissionsCsv,
    ({ query, actor }) => clipperSubmissions(db, actor.userId, query),
  );
  implementTable(
    api,
    submissionRoutes.hostSubmissions,
    submissionRoutes.hostSubmissionsCsv,
    ({ query, actor }) => hostSubmissions(db, actor.userId, query),
  );
}

/** A failed check by its own code and message, on the field it speaks of. */
function refuseCheck(failure: { code: ErrorCode; message: string }): Refusal<SubmitError> {
  const refusal = refuse(failure.code, { detail: failure.message, field: 'url' });
  return refusal as Refusal<SubmitError>;
}
