import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { flows, onClose, type StepName } from './flow.ts';
import { LessonView, lessons } from './steps.tsx';
import { useSetup } from './use-setup.ts';
import { UsernameField } from './username-field.tsx';

export interface OnboardingDialogProps {
  role: MemberRole;
  username: string | null;
  /** Content of the last step that offers to connect an account. */
  connect: ReactNode;
  onFinished: () => void;
}

const formId = 'onboarding-username';

/**
 * Shows six steps over the dashboard. They can't be completed without a username, so the close button leads
 * to the username step.
 */
export function OnboardingDialog({ role, username, connect, onFinished }: OnboardingDialogProps) {
  const flow = flows[role];
  const [at, setAt] = useState(0);
  const [closeTried, setCloseTried] = useState(false);
  const setup = useSetup(username, () => setAt(flow.indexOf('complete')));
  // *Complete Setup* has already saved the profile, so a lost reply here must not stop the person.
  const finish = useAction(routes.finishOnboarding, { success: onFinished, error: onFinished });
  const close = () => {
    const next = onClose(flow, at);
    if (next === 'to-username') setAt(flow.indexOf('username'));
    if (next === 'nothing') setCloseTried(true);
    if (next === 'finish') finish.mutate({});
  };
  const step = flow[at]!;
  const main = useStepFocus(at);
  const lesson = lessons[role][step];
  return (
    <Dialog
      open
      wide
      onOpenChange={close}
      title={lesson?.title ?? 'Pick your public handle'}
      actions={
        <>
          <Progress at={at} of={flow.length} />
          {at > 0 ? <Button onClick={() => setAt(at - 1)}>Back</Button> : null}
          <MainButton
            ref={main}
            step={step}
            setup={setup}
            onNext={() => setAt(at + 1)}
            onFinish={() => finish.mutate({})}
          />
        </>
      }
    >
      {lesson ? (
        <div aria-live="polite">
          <LessonView lesson={lesson} />
          {step === 'complete' ? <div className="mt-4">{connect}</div> : null}
        </div>
      ) : (
        <form id={formId} onSubmit={setup.submit} className="flex flex-col gap-4">
          <p className="text-muted" role="status">
            {closeTried
              ? 'One thing is left: choose a username, then press Complete Setup.'
              : 'It is shown on your public profile and on everything you post here.'}
          </p>
          <UsernameField
            autoFocus
            value={setup.check.value}
            onEdit={setup.check.edit}
            hint="Letters, numbers and underscores only (3+ characters)."
            error={setup.error}
            free={setup.check.state === 'free' && !setup.error}
          />
        </form>
      )}
    </Dialog>
  );
}

/**
 * A step may remove the focused button, as the first step does with *Back*. The main button then gets the
 * focus, unless a field of the step has it. If the dialog itself had the focus, typed letters would be lost.
 */
function useStepFocus(at: number) {
  const main = useRef<HTMLButtonElement>(null);
  const before = useRef(at);
  useLayoutEffect(() => {
    if (before.current === at) return;
    before.current = at;
    if (document.activeElement === document.body) main.current?.focus();
  }, [at]);
  return main;
}

interface MainButtonProps {
  ref: Ref<HTMLButtonElement>;
  step: StepName;
  setup: Pick<ReturnType<typeof useSetup>, 'blocked' | 'saving'>;
  onNext: () => void;
  onFinish: () => void;
}

/**
 * The main button: *Next* on the lessons, *Complete Setup* on the username step, *Get Started* at the end.
 */
function MainButton({ ref, step, setup, onNext, onFinish }: MainButtonProps) {
  if (step === 'username')
    return (
      <Button
        key="setup"
        ref={ref}
        type="submit"
        form={formId}
        variant="primary"
        disabled={setup.blocked}
        busy={setup.saving && 'Saving...'}
      >
        Complete Setup
      </Button>
    );
  const last = step === 'complete';
  return (
    <Button key={last ? 'start' : 'next'} ref={ref} variant="primary" onClick={last ? onFinish : onNext}>
      {last ? 'Get Started' : 'Next'}
    </Button>
  );
}

/** Shows progress as six film frames. The frames of completed steps are filled. */
function Progress({ at, of }: { at: number; of: number }) {
  return (
    <span className="mr-auto flex items-center gap-0.75 self-center max-sm:w-full">
      {Array.from({ length: of }, (_, step) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the frames are the steps' numbers
          key={step}
          aria-hidden="true"
          className={cx(
            'aspect-9/16 w-2.5 rounded-[2px] border',
            step < at && 'border-ink bg-ink',
            step === at && 'border-signal-line bg-signal',
            step > at && 'border-line-strong',
          )}
        />
      ))}
      <span className="ml-2 text-muted text-sm">
        Step {at + 1} of {of}
      </span>
    </span>
  );
}
