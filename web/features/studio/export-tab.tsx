import { CircleCheck, Copy, Download, Scissors, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { renderSVG } from 'uqr';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { ErrorState } from '#web/ui/pages/error-state.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { ProgressBar } from '#web/ui/pages/progress-bar.tsx';
import { copyText } from '#web/ui/texts/copy-text.ts';
import { fileSize } from '#web/ui/texts/file-facts.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { clipLength } from './cuts.ts';
import { checkProject, postCaption } from './listing-checks.ts';
import { clipTime } from './timecode.ts';
import type { StudioTools } from './tools.ts';
import type { MadeClip, StudioExport } from './use-export.ts';

interface Props extends StudioTools {
  exported: StudioExport;
}

/** Shows the listing's requirements, the exported file, and a link to submit the clip. */
export function ExportTab(props: Props) {
  const { isRunning, made, error } = props.exported;
  const outcome = useRef<HTMLDivElement>(null);
  // The tab scrolls to the result, because an export can be started from the bar while the result is out of
  // sight.
  useEffect(() => {
    if (isRunning || made || error) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [isRunning, made, error]);
  return (
    <div className="flex flex-col gap-5">
      <Checks {...props} />
      <div ref={outcome} className="flex flex-col gap-5">
        <Make {...props} />
        <Finished {...props} />
      </div>
    </div>
  );
}

async function copyCaption(caption: string) {
  if (await copyText(caption)) toast.success('Caption copied');
  else toast.error('Your browser refused to copy', 'Select the text beside the button and copy it by hand.');
}

function Checks({ listing, project, edit }: Props) {
  const caption = postCaption(listing.rules);
  return (
    <section aria-label="Listing rules" className="flex flex-col gap-2.5">
      {listing.state === 'active' ? null : (
        <Note tone="warning" title="This listing takes no clips now.">
          You can keep cutting; your work is saved. Look at the listing before you post.
        </Note>
      )}
      <ul className="flex flex-col gap-2.5 text-sm">
        {checkProject(listing.rules, project).map(({ label, passes, text, overlay }) => (
          <li key={label} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
            {passes ? (
              <CircleCheck aria-label="Kept" className="mt-0.5 size-4 text-green" />
            ) : (
              <TriangleAlert aria-label="Open" className="mt-0.5 size-4 text-amber" />
            )}
            <b className="wrap-anywhere font-semibold">{label}</b>
            <span className="col-start-2 text-muted text-xs">{text}</span>
            {overlay ? (
              <Button
                size="sm"
                className="col-start-2 mt-1 justify-self-start"
                aria-pressed={project.overlays[overlay]}
                onClick={() =>
                  edit('overlay', (old) => ({
                    ...old,
                    overlays: { ...old.overlays, [overlay]: !old.overlays[overlay] },
                  }))
                }
              >
                {passes ? 'Take it off the clip' : 'Show it in the clip'}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {caption ? (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-muted">For your post:</span>
          <span className="wrap-anywhere">{caption}</span>
          <Button size="sm" onClick={() => void copyCaption(caption)}>
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Make({ project, exported }: Props) {
  const { cuts } = project;
  if (exported.isRunning) {
    return (
      <ProgressBar
        label={exported.mode === 'edited' ? 'Exporting the clip' : 'Copying the cut'}
        value={exported.share}
        detail="Keep this tab open. Your device does the work; nothing is uploaded."
        actions={
          <Button size="sm" className="border-well-line! hover:bg-well-3!" onClick={exported.cancel}>
            Cancel
          </Button>
        }
      />
    );
  }
  return (
    <section aria-label="Make the file" className="flex flex-col gap-2.5">
      {exported.error ? (
        <ErrorState title="The export failed.">{exported.error} Your cuts are kept. Try again.</ErrorState>
      ) : null}
      <Button variant="primary" disabled={cuts.length === 0} onClick={() => exported.start('edited')}>
        <Download aria-hidden />
        Export the clip
      </Button>
      <p className="text-muted text-xs">
        MP4, 1080 × 1920, H.264 and AAC, sound at −14 LUFS as the platforms play it.
      </p>
      <Button disabled={cuts.length !== 1} onClick={() => exported.start('lossless')}>
        Export original cut (no re-encode)
      </Button>
      <p className="text-muted text-xs">
        {cuts.length > 1
          ? 'Lossless takes one cut. Remove the others, or export the clip.'
          : 'The source as it is, without crop and captions. It may start a few seconds before your In.'}
      </p>
    </section>
  );
}

const nameOf = (title: string): string =>
  `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'clip'}.mp4`;

/**
 * Returns the length of the clip. A lossless clip begins at the key frame before the cut, so only its minimum
 * length is known.
 */
const lengthOf = ({ mode, project: { cuts } }: MadeClip): string =>
  `${mode === 'lossless' ? 'at least ' : ''}${clipTime(clipLength(cuts))}`;

function Finished({ listing, project, source, exported: { made, taken } }: Props) {
  if (!made) return null;
  const submit = paths.clipperSubmit({ listing: listing.id });
  return (
    <section aria-label="Your clip" className="flex flex-col gap-3">
      <p role="status" className="font-semibold">
        Your clip is ready: {lengthOf(made)}, {fileSize(made.sizeBytes)}
      </p>
      {made.project === project ? null : (
        <Note tone="warning">It was made before your last changes. Export again to have them in it.</Note>
      )}
      {source.audio === null && !made.hasSound ? <Note tone="warning">It has no sound.</Note> : null}
      <a
        href={made.href}
        download={nameOf(listing.title)}
        className={buttonStyle({ variant: 'primary' })}
        onClick={taken}
      >
        <Download aria-hidden />
        Download
      </a>
      <p className="text-muted text-xs">Saved in this browser until your next export. Download to keep it.</p>
      <Link reloadDocument to={submit} className={buttonStyle()} onClick={taken}>
        <Scissors aria-hidden />
        Submit this clip
      </Link>
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-3">
        <img
          alt="QR code of the submit page"
          src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(new URL(submit, made.madeAt).href, { border: 2 }))}`}
          className="size-24 rounded-control border border-line bg-white"
        />
        <p className="text-muted text-xs">
          Post the file with your phone, then scan this code there to submit the link of your post.
        </p>
      </div>
    </section>
  );
}
