import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ConnectionRow } from '#contract/connections.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { analyticsTexts, releasedText } from './analytics-texts.ts';

interface AccountAnalyticsProps {
  row: ConnectionRow;
  /** Names the account, as distinct from the person's other accounts: "@tess_cuts on YouTube". */
  account: string;
}

/**
 * Shows whether the owner has released an account's analytics, with a button to release them or to end that.
 */
export function AccountAnalytics({ row, account }: AccountAnalyticsProps) {
  const [isOpen, setOpen] = useState(false);
  const { analytics } = row;
  const texts = analyticsTexts[row.platform];
  if (!analytics || !texts) return null;
  const close = () => setOpen(false);
  const dialog = { row, account, isOpen, onClose: close };
  return (
    <span className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1.5">
      {analytics.releasedAt ? (
        <>
          <Badge tone="green">Verified with analytics</Badge>
          <span>
            since <DateText at={analytics.releasedAt} />. {readOf(analytics)}
            {analytics.readAt ? (
              <>
                , last <MomentText at={analytics.readAt} />
              </>
            ) : null}
            .
          </span>
        </>
      ) : (
        <span>Release analytics to show that people watched your clips.</span>
      )}
      <Button
        size="sm"
        aria-label={`${analytics.releasedAt ? 'Stop releasing' : 'Release'} the analytics of ${account}`}
        onClick={() => setOpen(true)}
      >
        {analytics.releasedAt ? 'Stop releasing' : 'Release analytics'}
      </Button>
      {analytics.releasedAt ? <End {...dialog} /> : <Release {...dialog} />}
    </span>
  );
}

/** Describes what the clipper loses by ending the release, if clips are paid by analytics. */
function lostBy({ analytics }: ConnectionRow): string {
  const clips = analytics?.earningClips ?? 0;
  if (clips === 0) return '';
  const whose = clips === 1 ? '1 clip earns' : `${clips} clips earn`;
  return ` ${whose} only by these figures. Earnings so far stay, but later views are not paid unless you release the analytics again before counting ends.`;
}

const readOf = ({ clips }: NonNullable<ConnectionRow['analytics']>): string => {
  if (clips === 0) return 'Read of no clip yet';
  return clips === 1 ? 'Read of 1 clip' : `Read of ${clips} clips`;
};

interface DialogProps extends AccountAnalyticsProps {
  isOpen: boolean;
  onClose: () => void;
}

const setOpenBy = (onClose: () => void) => (open: boolean) => {
  if (!open) onClose();
};

/**
 * A button that releases an account's analytics, for pages that need them. The platform's consent page
 * returns to `returnTo`.
 */
export function ReleaseAnalytics({ row, returnTo }: { row: ConnectionRow; returnTo: string }) {
  const [isOpen, setOpen] = useState(false);
  const account = `@${row.handle} on ${platforms[row.platform].name}`;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Release analytics of @{row.handle}
      </Button>
      <Release
        row={row}
        account={account}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        returnTo={returnTo}
      />
    </>
  );
}

function Release({ row, account, isOpen, onClose, returnTo }: DialogProps & { returnTo?: string }) {
  const { pathname } = useLocation();
  const texts = analyticsTexts[row.platform]!;
  const release = useAction(routes.releaseAnalytics, {
    success: ({ authorizeUrl }) => {
      if (authorizeUrl) return window.location.assign(authorizeUrl);
      toast.success('Analytics released', releasedText);
      onClose();
    },
    error: (error) => {
      toast.error(error.title, error.message);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpenBy(onClose)}
      title={`Release the analytics of ${account}?`}
      description={texts.reads}
      confirmText={texts.confirm}
      cancelText="Not now"
      busy={(release.isPending || release.isSuccess) && 'Opening...'}
      onConfirm={() => release.mutate({ params: { id: row.id }, body: { returnTo: returnTo ?? pathname } })}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm">
        <li>
          Why: if counts alone look bought, as in a sudden spike, analytics of real viewers support your clip.
          Analytics of bought views count against it.
        </li>
        <li>
          Hosts and reviewers read the verdict and its sentences, which name parts such as “96% came from the
          platform itself”. Only you see the figures themselves.
        </li>
        <li>You can stop at any time. We then delete what we read, and judge your clips by counts alone.</li>
        <li>
          A listing can pay for engaged views, or for views from some countries. These figures then decide,
          day by day, how many of your clip’s views count, and your earnings are computed from them. They are
          on the receipt, which the clip’s host reads too, and stay there after you stop. Later views are not
          paid unless you release again.
        </li>
      </ul>
    </ConfirmDialog>
  );
}

function End({ row, account, isOpen, onClose }: DialogProps) {
  const end = useAction(routes.endAnalytics, {
    success: onClose,
    error: (error) => {
      toast.error(error.title, error.message);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpenBy(onClose)}
      title={`Stop releasing the analytics of ${account}?`}
      description={`We delete the analytics of its clips now. From the next count on, the clips are judged by counts alone. The account stays connected. ${analyticsTexts[row.platform]!.afterwards}${lostBy(row)}`}
      confirmText="Stop releasing"
      danger
      busy={end.isPending && 'Deleting...'}
      onConfirm={() => end.mutate({ params: { id: row.id } })}
    />
  );
}
