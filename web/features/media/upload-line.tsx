import { FileVideo, Pause, Play, X } from 'lucide-react';
import { VIDEO_ACCEPT } from '#web/nouns/video-file.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { ProgressBar } from '#web/ui/pages/progress-bar.tsx';
import { fileSize } from '#web/ui/texts/file-facts.ts';
import { percentHere, timeLeft, type Upload } from './upload.ts';
import { cancelUpload, chooseAgain, continueUpload, dismissUpload, pauseUpload } from './uploads.ts';

/** Shows one upload with its progress and its actions. */
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

export const labels: Record<Upload['phase'], (fileName: string) => string> = {
  absent: (name) => `${name} is not finished`,
  elsewhere: (name) => `${name} is being sent in another tab`,
  waiting: (name) => `${name} waits for its turn`,
  sending: (name) => `Uploading ${name}`,
  paused: (name) => `${name} is paused`,
  checking: (name) => `Checking ${name}`,
  ready: (name) => `${name} is uploaded`,
  kept: (name) => `${name} is uploaded`,
  refused: (name) => `${name} was refused`,
};

function detailOf(upload: Upload): string | undefined {
  const { phase, offsetBytes, sizeBytes, bytesPerSecond, isCut } = upload;
  if (phase === 'ready' || phase === 'refused') return fileSize(sizeBytes);
  if (phase === 'checking') return `${fileSize(sizeBytes)}, all uploaded`;
  const facts = [
    `${fileSize(offsetBytes)} of ${fileSize(sizeBytes)}`,
    phase === 'sending' && bytesPerSecond ? `${fileSize(bytesPerSecond)}/s` : null,
    phase === 'sending' ? timeLeft(upload) : null,
    isCut ? 'no connection, trying again' : null,
  ];
  return facts.filter(Boolean).join(', ');
}

const onWell = 'border-well-line! hover:bg-well-3!';

function Actions({ upload: { id, fileName, phase } }: { upload: Upload }) {
  if (phase === 'elsewhere') return null;
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
      {phase === 'sending' || phase === 'paused' ? (
        <Button
          size="sm"
          square
          className={onWell}
          aria-label={`${phase === 'sending' ? 'Pause' : 'Continue'} ${fileName}`}
          onClick={() => (phase === 'sending' ? pauseUpload(id) : continueUpload(id))}
        >
          {phase === 'sending' ? <Pause aria-hidden /> : <Play aria-hidden />}
        </Button>
      ) : null}
      <Button
        size="sm"
        className={onWell}
        aria-label={`Cancel ${fileName}`}
        onClick={() => void cancelUpload(id)}
      >
        Cancel
      </Button>
    </span>
  );
}

/**
 * Asks the person to choose the file of an interrupted upload again, because browsers forget files when a
 * page is left. The bytes that have arrived are still on the server.
 */
function ChooseAgain({ id, fileName, here }: { id: string; fileName: string; here: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span className="min-w-0">
        Choose {fileName} again to continue{here === '0%' ? '' : `: ${here} of it is already uploaded`}.
      </span>
      <FileButton size="sm" accept={VIDEO_ACCEPT} onFile={(file) => void chooseAgain(id, file)}>
        <FileVideo aria-hidden />
        Choose {fileName} again
      </FileButton>
    </div>
  );
}
