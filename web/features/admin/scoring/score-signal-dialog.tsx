import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import type { DryRun, ScoreRules, SignalSetting } from '#contract/scoring/score-rules.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

export interface ScoreSignalDialogProps {
  signal: ScoreRules['signals'][number];
  /** The version of the rules shown on the page. The server refuses a change if a newer version exists. */
  version: number;
  onClose: () => void;
}

const words = {
  clean: 'clean',
  needs_review: 'needs review',
  hold: 'hold',
  not_enough_data: 'not enough data',
} as const;

const numberOf = (typed: string): number | null =>
  /^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(typed.trim()) ? Number(typed) : null;

interface Typed {
  weight: string;
  ramps: { platform: SignalSetting['ramps'][number]['platform']; weak: string; strong: string }[];
}

/** Returns the setting with the typed numbers, or null if one of them is invalid. */
function settingOf(id: string, { weight, ramps }: Typed): SignalSetting[] | null {
  const weighed = numberOf(weight);
  const read = ramps.map(({ platform, weak, strong }) => ({
    platform,
    weak: numberOf(weak),
    strong: numberOf(strong),
  }));
  const isWhole = read.every((ramp) => ramp.weak !== null && ramp.strong !== null);
  if (weighed === null || weighed < 0 || weighed > 0.95 || !isWhole) return null;
  return [{ id, weight: weighed, ramps: read as SignalSetting['ramps'] }];
}

/** Changes the weight and thresholds of a signal, after showing the effect on recent clips. */
export function ScoreSignalDialog({ signal, version, onClose }: ScoreSignalDialogProps) {
  const [typed, setTyped] = useState<Typed>(() => ({
    weight: String(signal.weight),
    ramps: signal.ramps.map((ramp) => ({ ...ramp, weak: String(ramp.weak), strong: String(ramp.strong) })),
  }));
  const [error, setError] = useState<string>();
  const attempt = useAction(adminRoutes.tryScoreRules);
  const save = useAction(adminRoutes.changeScoreRules, {
    success: (made) => {
      toast.success(`Version ${made.version} saved`);
      onClose();
    },
  });
  const withSetting = (go: (signals: SignalSetting[]) => void) => {
    const signals = settingOf(signal.id, typed);
    if (signals) go(signals);
    else setError('Enter numbers; a weight is between 0 and 0.95.');
  };
  return (
    <AskDialog
      title={`Change ${signal.name}`}
      description="Try it on the clips that were counted last before you save it."
      label="Note"
      missing="Enter why it is changed: it is recorded in the audit log."
      hint={null}
      confirmText="Save new version"
      busy={save.isPending && 'Saving...'}
      onConfirm={(note) => withSetting((signals) => save.mutate({ body: { signals, version, note } }))}
      onClose={onClose}
    >
      <Numbers
        of={typed}
        error={error}
        onChange={(next) => {
          setTyped(next);
          setError(undefined);
          attempt.reset();
        }}
      />
      <Button
        busy={attempt.isPending && 'Trying...'}
        onClick={() => withSetting((signals) => attempt.mutate({ body: { signals } }))}
      >
        Try on history
      </Button>
      <div role="status">{attempt.data ? <Outcome of={attempt.data} /> : null}</div>
    </AskDialog>
  );
}

interface NumbersProps {
  of: Typed;
  error: string | undefined;
  onChange: (next: Typed) => void;
}

function Numbers({ of, error, onChange }: NumbersProps) {
  const input = (value: string, set: (value: string) => Typed) => (
    <TextInput inputMode="decimal" value={value} onChange={(event) => onChange(set(event.target.value))} />
  );
  const withRamp = (at: number, part: 'weak' | 'strong') => (value: string) => ({
    ...of,
    ramps: of.ramps.map((ramp, i) => (i === at ? { ...ramp, [part]: value } : ramp)),
  });
  return (
    <>
      <Field label="Weight" error={error}>
        {input(of.weight, (weight) => ({ ...of, weight }))}
      </Field>
      {of.ramps.map((ramp, i) => {
        const on = ramp.platform ? `, ${platforms[ramp.platform].name}` : '';
        return (
          <div key={ramp.platform ?? 'all'} className="grid grid-cols-2 gap-3">
            <Field label={`Suspicion from${on}`}>{input(ramp.weak, withRamp(i, 'weak'))}</Field>
            <Field label={`Full at${on}`}>{input(ramp.strong, withRamp(i, 'strong'))}</Field>
          </div>
        );
      })}
    </>
  );
}

function Outcome({ of: { clips, changed, newlyHeld, noLongerHeld, rows } }: { of: DryRun }) {
  return (
    <>
      <p className="text-sm">
        {changed === 0
          ? `None of ${formatCount(clips)} clips would change its band.`
          : `${formatCount(changed)} of ${formatCount(clips)} clips would change their band: ${formatCount(newlyHeld)} newly held, ${formatCount(noLongerHeld)} no longer held.`}
      </p>
      <ul className="mt-1.5 max-h-40 overflow-y-auto text-muted text-sm">
        {rows.map(({ submissionId, title, before, after }) => (
          <li key={submissionId} className="break-words border-line border-t py-1.5">
            {title}: {words[before.band]} {before.score}, then {words[after.band]} {after.score}
          </li>
        ))}
      </ul>
    </>
  );
}
