import { Check, Minus, X } from 'lucide-react';
import { cx } from '#web/ui/cx.ts';

const kinds = {
  yes: { Icon: Check, style: 'bg-green-soft text-green' },
  no: { Icon: X, style: 'bg-red-soft text-red' },
  unknown: { Icon: Minus, style: 'bg-grey-soft text-muted' },
} as const;
export type MarkKind = keyof typeof kinds;

/** Shows a verdict as an icon at the start of a line. Screen readers announce `word`. */
export function VerdictMark({ kind, word }: { kind: MarkKind; word: string }) {
  const { Icon, style } = kinds[kind];
  return (
    <span className={cx('mt-0.25 grid size-4.5 shrink-0 place-items-center rounded-frame', style)}>
      <Icon aria-hidden className="size-3 stroke-3" />
      <span className="sr-only">{word}: </span>
    </span>
  );
}
