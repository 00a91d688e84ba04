import { Code, Link2 } from 'lucide-react';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { copyText } from '#web/ui/texts/copy-text.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

const address = (): string => document.documentElement.dataset.address || location.origin;

const frameOf = (id: string): string =>
  `<iframe src="${address()}/embed/listings/${id}" width="480" height="200" title="Listing on Permille" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%"></iframe>`;

async function copy(text: string, done: string, meaning: string): Promise<void> {
  if (await copyText(text)) toast.success(done, meaning);
  else toast.error('Not copied', 'Your browser refused to copy. Copy the address from its bar.');
}

/** Shows links and HTML with which the listing can be shown on other sites. */
export function ShareListing({ id, hostUsername }: { id: string; hostUsername: string }) {
  const feed = `/feeds/hosts/${hostUsername}/listings`;
  return (
    <Panel title="Share">
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          onClick={() =>
            copy(`${address()}/listings/${id}`, 'Link copied', 'It shows a picture with rate and budget.')
          }
        >
          <Link2 aria-hidden />
          Copy link
        </Button>
        <Button
          size="sm"
          onClick={() => copy(frameOf(id), 'Code copied', 'Paste it into the HTML of any page.')}
        >
          <Code aria-hidden />
          Copy embed code
        </Button>
      </div>
      <p className="mt-3.5 text-muted text-sm">
        Listings of this host as a feed:{' '}
        <a className="link" href={`${feed}.xml`}>
          RSS
        </a>
        ,{' '}
        <a className="link" href={`${feed}.json`}>
          JSON Feed
        </a>
      </p>
    </Panel>
  );
}
