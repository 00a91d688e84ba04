import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import type { SubmissionMessage } from '#contract/submissions/messages.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';

/** Shows the messages of host and clipper about a clip. The audit log records which admin reads them. */
export function ClipMessages({ clipId }: { clipId: string }) {
  const [rows, setRows] = useState<readonly SubmissionMessage[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const read = useAction(routes.adminMessages, {
    success: (page) => {
      setRows((before) => [...page.rows.toReversed(), ...(before ?? [])]);
      setCursor(page.nextCursor);
    },
  });
  const next = () => read.mutate({ params: { id: clipId }, body: cursor ? { cursor } : {} });
  const button = (words: string) => (
    <Button size="sm" busy={read.isPending && 'Loading...'} onClick={next}>
      <MessageSquare aria-hidden />
      {words}
    </Button>
  );
  return (
    <Panel title="Messages">
      <div className="flex flex-col items-start gap-3">
        {rows === null ? (
          <>
            {button('Read messages')}
            <p className="text-muted text-sm">
              Between host and clipper. The audit log records that you read them.
            </p>
          </>
        ) : rows.length === 0 ? (
          <p className="text-muted text-sm">
            Host and clipper have not written to each other about this clip.
          </p>
        ) : (
          <>
            {cursor ? button('Show earlier messages') : null}
            <ol aria-label="Messages between host and clipper" className="flex w-full flex-col gap-2.5">
              {rows.map((row) => (
                <Message key={row.id} row={row} />
              ))}
            </ol>
          </>
        )}
      </div>
    </Panel>
  );
}

function Message({ row }: { row: SubmissionMessage }) {
  return (
    <li className="flex flex-col gap-1">
      <span className="flex flex-wrap gap-x-1.5 text-muted text-xs">
        <span className="font-semibold">@{row.username}</span>
        <span>{row.from}</span>
        <DateText at={row.sentAt} />
      </span>
      <p
        dir="auto"
        className="whitespace-pre-wrap rounded-control border border-line bg-sunken px-3 py-2 text-sm wrap-anywhere"
      >
        {row.body}
      </p>
    </li>
  );
}
