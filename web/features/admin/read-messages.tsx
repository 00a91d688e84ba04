import { useState } from 'react';
import type { SubmissionMessage } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/button.tsx';
import { RelativeTime } from '#web/ui/date-text.tsx';
import { toast } from '#web/ui/toast.tsx';

/** What host and clipper wrote about a clip. Reading it stands in the audit log, so it takes a press. */
export function ReadMessages({ submissionId }: { submissionId: string }) {
  const [rows, setRows] = useState<readonly SubmissionMessage[] | null>(null);
  const read = useAction(routes.reviewMessages, {
    success: (reply) => setRows(reply.rows),
    error: (error) => toast.error(error.title, error.message),
  });
  if (!rows) {
    return (
      <Button
        size="sm"
        className="self-start"
        busy={read.isPending && 'Reading...'}
        onClick={() => read.mutate({ params: { id: submissionId }, body: {} })}
      >
        Read the newest messages
      </Button>
    );
  }
  if (rows.length === 0)
    return <p className="text-muted text-sm">Host and clipper wrote nothing about it.</p>;
  return (
    <ol aria-label="Messages" className="flex flex-col gap-2">
      {rows.toReversed().map((row) => (
        <li key={row.id} className="text-sm">
          <b className="font-semibold">@{row.username}</b>{' '}
          <span className="text-muted text-xs">
            <RelativeTime at={row.sentAt} />
          </span>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {row.body}
          </p>
        </li>
      ))}
    </ol>
  );
}
