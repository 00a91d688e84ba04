import { useId, useState } from 'react';
import { chatRoutes } from '#contract/media/chats.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { readChat } from '#web/nouns/read-chat.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { FileInput } from '#web/ui/forms/file-input.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

const MOST_MEGABYTES = 100;

/** Lets the host give the chat log of an uploaded source. Only the number of messages per second is sent. */
export function SourceChat({ mediaId, durationMs }: { mediaId: string; durationMs: number | null }) {
  const id = useId();
  const params = { id: mediaId };
  const [error, setError] = useState<string>();
  const [left, setLeft] = useState<string>();
  const { data } = useRead(chatRoutes.showChat, { params });
  const on = {
    success: () => setError(undefined),
    error: ({ message }: { message: string }) => setError(message),
  };
  const give = useAction(chatRoutes.giveChat, on);
  const remove = useAction(chatRoutes.removeChat, on);
  if (!data) return null;
  const messages = data.perSecond.reduce((sum, count) => sum + count, 0);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setLeft(undefined);
    const log = await readLog(file, durationMs);
    if (typeof log === 'string') return setError(log);
    setLeft(log.unread === 0 ? undefined : unreadText(log.unread, log.unreadRows));
    give.mutate({ params, body: { perSecond: log.perSecond } });
  };
  return (
    <section aria-label="Chat log" className="flex flex-col items-start gap-2.5">
      <h3 className="font-semibold">Chat log</h3>
      <p role="status" className="text-muted text-sm">
        {messages > 0
          ? `Your chat log has ${formatCount(messages)} messages. The studio suggests the moments when chat was fastest.`
          : 'You gave no chat log yet. With one, the studio suggests the moments when chat was fastest.'}{' '}
        Names and texts stay on your device.
      </p>
      <label htmlFor={id} className="font-semibold text-sm">
        {messages > 0 ? 'Another export of Twitch or YouTube chat' : 'Export of Twitch or YouTube chat'}
      </label>
      <FileInput
        id={id}
        disabled={give.isPending}
        accept=".json,.txt,.log,.jsonl,application/json,text/plain"
        onChoose={take}
      />
      {error ? <FieldError>{error}</FieldError> : null}
      {left ? (
        <p role="status" className="text-muted text-sm">
          {left}
        </p>
      ) : null}
      {messages > 0 ? (
        <Button
          size="sm"
          variant="quiet"
          busy={remove.isPending && 'Removing...'}
          onClick={() => {
            setLeft(undefined);
            document.getElementById(id)?.focus();
            remove.mutate({ params });
          }}
        >
          Remove the chat log
        </Button>
      ) : null}
    </section>
  );
}

/** Returns the counts of a chosen log, or why they can't be read. */
async function readLog(file: File, durationMs: number | null): Promise<ReturnType<typeof readChat> | string> {
  if (file.size > MOST_MEGABYTES * 1_000_000) return `${file.name} is larger than ${MOST_MEGABYTES} MB.`;
  const log = readChat(await file.text(), durationMs === null ? undefined : durationMs / 1_000);
  if (log.messages > 0) return log;
  return log.unread === 0 && file.size > 0
    ? `All messages of ${file.name} are outside the video’s length.`
    : `${file.name} has no message with a time. ${EXPECTED}`;
}

const EXPECTED =
  'Choose a JSON export, or a text file in which each row begins with a time, such as 1:02:03.';

/** Describes how many rows had no time, with the numbers of the first ones. */
const unreadText = (unread: number, rows: readonly number[]): string =>
  `${unread === 1 ? '1 row has no time and was' : `${formatCount(unread)} rows have no time and were`} left out: row ${rows.join(', ')}${unread > rows.length ? ' and others' : ''}.`;
