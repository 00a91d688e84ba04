import type { WaitingAttestation } from '#contract/admin/admin-attestations.ts';
import { fullMoment } from '#contract/dates.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { Fact, Facts } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { smallOf } from '#web/ui/video/small-picture.ts';

/** Shows the screenshot beside the reported count, the count read from it, and earlier confirmed counts. */
export function AttestationEvidence({ attestation }: { attestation: WaitingAttestation }) {
  return (
    <>
      {attestation.isFresh ? (
        <Note tone="warning" title="Audit.">
          The count before was chosen at random for an audit. Compare both pictures with the post as it is
          now.
        </Note>
      ) : null}
      {attestation.sameWords > 0 ? (
        <Note tone="warning" title="The same words were read elsewhere.">
          {attestation.sameWords === 1
            ? 'A screenshot of another clip says'
            : `Screenshots of ${attestation.sameWords} other clips say`}{' '}
          exactly this.
        </Note>
      ) : null}
      <div className="grid grid-cols-2 gap-5 max-sm:grid-cols-1">
        <Picture url={attestation.pictureUrl} clipper={attestation.clipper} />
        <div className="flex min-w-0 flex-col gap-3">
          <AttestationFacts attestation={attestation} />
          {attestation.readText ? (
            <details>
              <summary className="min-h-6 cursor-pointer text-sm">What was read</summary>
              <pre className="mt-1 max-h-40 overflow-auto whitespace-pre-wrap wrap-anywhere font-[inherit] text-sm">
                {attestation.readText}
              </pre>
            </details>
          ) : null}
          <History attestation={attestation} />
        </div>
      </div>
    </>
  );
}

function Picture({ url, clipper }: { url: string | null; clipper: string }) {
  if (!url) return <p className="text-muted">The picture has been deleted.</p>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="block self-start">
      <img
        src={smallOf(url)}
        alt={`Screenshot sent by @${clipper}`}
        className="max-h-90 w-full rounded-control border border-line bg-well object-contain"
      />
      <span className="sr-only"> (new tab)</span>
    </a>
  );
}

function AttestationFacts({ attestation }: { attestation: WaitingAttestation }) {
  const { name, accountUrl } = platforms[attestation.platform];
  const out = (href: string, text: string) => (
    <a href={href} target="_blank" rel="noopener noreferrer" className="link">
      {text}
      <span className="sr-only"> (new tab)</span>
    </a>
  );
  return (
    <Facts>
      <Fact name="Reported">{formatCount(attestation.reportedViews)}</Fact>
      <Fact name="Read by machine">
        {attestation.readViews === null ? 'Nothing' : formatCount(attestation.readViews)}
      </Fact>
      <Fact name="Post">{out(attestation.postUrl, name)}</Fact>
      <Fact name="Account">{out(accountUrl(attestation.handle), `@${attestation.handle}`)}</Fact>
      <Fact name="Sent">{fullMoment(attestation.sentAt)}</Fact>
      <Fact name="Listing started">{fullMoment(attestation.listingStartedAt)}</Fact>
      {attestation.confirmations.map(({ by, views }) => (
        <Fact key={by} name={`Confirmed by ${by}`}>
          {formatCount(views)}
        </Fact>
      ))}
    </Facts>
  );
}

function History({ attestation }: { attestation: WaitingAttestation }) {
  if (attestation.history.length === 0)
    return <p className="text-muted text-sm">Nothing was counted before.</p>;
  return (
    <div>
      <h3 className="label mb-1">Counted before</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {attestation.history.map(({ sentAt, views, pictureUrl }) => (
          <li key={sentAt.toISOString()} className="flex justify-between gap-3">
            {pictureUrl ? (
              <a href={pictureUrl} target="_blank" rel="noopener noreferrer" className="underline">
                {fullMoment(sentAt)}
                <span className="sr-only"> (screenshot, new tab)</span>
              </a>
            ) : (
              fullMoment(sentAt)
            )}
            <span>{formatCount(views)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
