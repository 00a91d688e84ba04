import type { Clip, ClipRule } from '#contract/clips/clips.ts';
import { Panel } from '#web/ui/pages/panel.tsx';
import { type MarkKind, VerdictMark } from '#web/ui/pages/verdict-mark.tsx';

const marks: Record<ClipRule['state'], [MarkKind, string]> = {
  kept: ['yes', 'Kept'],
  broken: ['no', 'Broken'],
  unread: ['unknown', 'Not read'],
};

/** Shows the listing's rules for posts, and whether this post follows each of them. */
export function ClipRules({ rules }: Pick<Clip, 'rules'>) {
  return (
    <Panel title="The listing's rules">
      <ul className="flex flex-col gap-2.25">
        {rules.map(({ rule, state, sentence }) => (
          <li key={rule} className="flex gap-2.5">
            <VerdictMark kind={marks[state][0]} word={marks[state][1]} />
            <bdi className="min-w-0 text-sm wrap-anywhere">{sentence}</bdi>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
