import { verifiedRecordRoutes } from '#contract/verified-records.ts';
import { asApiError, call } from '#web/api/client.ts';
import { copyText } from '#web/ui/texts/copy-text.ts';
import { toast } from '#web/ui/toasts/toast.tsx';

const address = (): string => document.documentElement.dataset.address || location.origin;

const linkTo = async (id: string): Promise<string> => {
  const { token } = await call(verifiedRecordRoutes.signRecord, { params: { id } });
  // The token is in the fragment, which browsers don't send to a server. The page sends it when it checks the
  // record.
  return `${address()}/verify#${token}`;
};

const refused = () =>
  toast.error('Not copied', 'Your browser refused to copy. Try another browser.', { id: 'record' });

/** Copies a link to the page that checks the record, with a token about its current facts. */
export async function copyLink(id: string): Promise<void> {
  try {
    if (await copyText(linkTo(id)))
      toast.success(
        'Link copied',
        'Anyone who opens it sees what is signed and whether you still share it.',
        {
          id: 'record',
        },
      );
    else refused();
  } catch (failure) {
    const { title, message } = asApiError(failure);
    toast.error(title, message, { id: 'record' });
  }
}

/** Copies HTML that shows the badge. */
export async function copyBadge(id: string): Promise<void> {
  const html = `<img src="${address()}/badges/${id}.svg" width="360" height="72" alt="Verified record on Permille">`;
  if (await copyText(html))
    toast.success('Code copied', 'The badge always shows the current figures.', { id: 'record' });
  else refused();
}
