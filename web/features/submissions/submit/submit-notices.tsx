import { ShieldCheck } from 'lucide-react';
import { DECISION_HOURS, LONGER_DEADLINES } from '#contract/limits.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';

const guidelines = [
  'Match the listing requirements.',
  'Give an accurate view count.',
  `Clips are typically reviewed within ${DECISION_HOURS} hours. ${LONGER_DEADLINES}`,
  'Payment is processed after approval.',
];

export function SubmitNotices() {
  return (
    <>
      <Note icon={ShieldCheck} title="View Verification">
        <p className="mt-1">
          Views are checked by AI analysis plus human verification. You are paid for the count that the
          platform reports or, where it can’t be asked, that two reviewers confirm from screenshots; never for
          the count that you type.
        </p>
      </Note>
      <Panel title="Submission Guidelines">
        <ul className="flex list-disc flex-col gap-1.5 pl-4.5 text-muted">
          {guidelines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
