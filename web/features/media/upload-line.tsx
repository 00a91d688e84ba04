import { FileVideo, Pause, Play, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { fileSize } from '#web/ui/file-facts.ts';
import { Note } from '#web/ui/note.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { percentHere, timeLeft, type Upload } from './upload.ts';
import { cancelUpload, chooseAgain, continueUpload, dismissUpload, pauseUpload } from './uploads.ts';

/** One upload with its progress and what can be done with it. */
export function UploadLine({ upload }: { upload: Upload }) {
  const { id, fileName, sizeBytes, offsetBytes, phase, fault } = upload;
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar
        label={labels[phase](fileName)}
        value={phase === 'ready' || phase === 'checking' ? 1 : offsetBytes / sizeBytes}
        detail={detailOf(upload)}
        actions={<Actions upload={upload} />}
      />
      {fault ? (
        <Note tone={phase === 'refused' ? 'error' : 'warning'} title={`${fault.title}.`} alert>
          {phase === 'refused' ? `${fileName}: ${fault.message}` : fault.message}
        </Note>
      ) : null}
      {phase === 'absent' ? <ChooseAgain id={id} fileName={fileName} here={percentHere(upload)} /> : null}
    </div>
  );
}

const labels: Record<Upload['phase'], (fileName: string) => string> = {
  absent: (name) => `${name} is not finished`,
  waiting: (name) => `${name} waits for its turn`,
  sending: (name) => `Uploading ${name}`,
  paused: (name) => `${name} is paused`,
  checking: (name) => `Checking ${name}`,
  ready: (name) => `${name} is uploaded`,
  kept: (name) => `${name} is uploaded`,
  refused: (name) => `${name} was refused`,
};

function detailOf(upload: Upload): string | undefined {
  const { phase, offsetBytes, sizeBytes, bytesPerSecond } = upload;
  if (phase === 'ready' || phase === 'refused') return fileSize(sizeBytes);
  if (phase === 'checking') return `${fileSize(sizeBytes)}, all of it is here`;
  const facts = [
    `${fileSize(offsetBytes)} of ${fileSize(sizeBytes)}`,
    phase === 'sending' && bytesPerSecond ? `${fileSize(bytesPerSecond)}/s` : null,
    phase === 'sending' ? timeLeft(upload) : null,
  ];
  return facts.filter(Boolean).join(', ');
}

const onWell = 'border-well-line! hover:bg-well-3!';

function Actions({ upload: { id, fileName, phase } }: { upload: Upload }) {
  if (phase === 'ready' || phase === 'refused') {
    return (
      <Button
        size="sm"
        square
        className={onWell}
        aria-label={`Close ${fileName}`}
        onClick={() => dismissUpload(id)}
      >
        <X aria-hidden />
      </Button>
    );
  }
  return (
    <span className="flex shrink-0 gap-2">
      {phase === 'sending' ? (
        <Button
          size="sm"
          square
          className={onWell}
          aria-label={`Pause ${fileName}`}
          onClick={() => pauseUpload(id)}
        >
          <Pause aria-hidden />
        </Button>
      ) : null}
      {phase === 'paused' ? (
        <Button
          size="sm"
          square
          className={onWell}
          aria-label={`Continue ${fileName}`}
          onClick={() => continueUpload(id)}
        >
          <Play aria-hidden />
        </Button>
      ) : null}
      <Button size="sm" className={onWell} aria-label={`Cancel ${fileName}`} onClick={() => cancelUpload(id)}>
        Cancel
      </Button>
    </span>
  );
}

/** The browser forgets files when a page is left; the bytes that arrived are still with the server. */
function ChooseAgain({ id, fileName, here }: { id: string; fileName: string; here: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span className="min-w-0">
        Choose {fileName} again, {here} is here.
      </span>
      <Button size="sm" onClick={() => input.current?.click()}>
        <FileVideo aria-hidden />
        Choose {fileName} again
      </Button>
      <input
        ref={input}
        type="file"
        accept="video/mp4"
        aria-label={`File of ${fileName}`}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void chooseAgain(id, file);
        }}
      />
    </div>
  );
}
