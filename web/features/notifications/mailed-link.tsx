import { useState } from 'react';
import { Link } from 'react-router';
import { mailAddressRoutes } from '#contract/mail-addresses.ts';
import { useAction } from '#web/api/action.ts';
import { ApiError } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

const heading = 'disp mb-3 text-2xl';

/**
 * Asks before it unsubscribes a person from the mails that a mailed link names. It works without signing in.
 */
export function Unsubscribe({ token }: { token: string }) {
  const subject = useRead(mailAddressRoutes.unsubscribeSubject, { query: { token } }, { retry: false });
  const [ended, setEnded] = useState(false);
  const end = useAction(mailAddressRoutes.unsubscribe, {
    success: () => setEnded(true),
    error: (error) => toast.error(error.title, error.message, { id: 'unsubscribe' }),
  });
  if (subject.error instanceof ApiError && subject.error.code === 'link_expired') return <OldLink />;
  if (subject.error) return <NotLoaded of={subject} failed="The page did not load." />;
  if (!subject.data) return <Waiting />;
  const { about } = subject.data;
  if (ended || subject.data.ended) {
    return (
      <div role="status">
        <h1 className={heading}>No more emails about this</h1>
        <p className="mb-4.5 text-muted">
          We no longer email you about: {about}. You still get emails about your account and its security.
          Notifications in the app stay as you chose.
        </p>
        <ToSettings />
      </div>
    );
  }
  return (
    <>
      <h1 className={heading}>Stop these emails?</h1>
      <p className="mb-4.5 text-muted">
        We email you about: {about}. Notifications in the app stay as you chose.
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="primary"
          size="lg"
          busy={end.isPending && 'Stopping...'}
          onClick={() => end.mutate({ body: { token } })}
        >
          Stop them
        </Button>
        <ToSettings />
      </div>
    </>
  );
}

/**
 * Asks before it confirms that mails arrive at an address. Opening the mailed link alone confirms nothing,
 * because security scanners open every link in a mail.
 */
export function ConfirmAddress({ token }: { token: string }) {
  const confirm = useAction(mailAddressRoutes.confirmMailAddress, {
    error: (error) => {
      if (error.code !== 'link_expired') toast.error(error.title, error.message, { id: 'confirm-address' });
    },
  });
  if (confirm.error?.code === 'link_expired') return <OldLink />;
  if (confirm.data) {
    return (
      <div role="status">
        <h1 className={heading}>Your emails arrive</h1>
        <p className="mb-4.5 text-muted">Thank you. We email this address again.</p>
        <ToSettings />
      </div>
    );
  }
  return (
    <>
      <h1 className={heading}>Do our emails arrive?</h1>
      <p className="mb-4.5 text-muted">
        You opened the link that we emailed you. Confirm it to get emails again.
      </p>
      <Button
        variant="primary"
        size="lg"
        busy={confirm.isPending && 'Confirming...'}
        onClick={() => confirm.mutate({ body: { token } })}
      >
        Confirm this address
      </Button>
    </>
  );
}

export function OldLink() {
  return (
    <>
      <h1 className={heading}>This link does not work</h1>
      <p className="mb-4.5 text-muted">
        It is incomplete or too old. Choose what we email you in Settings, under Notifications.
      </p>
      <ToSettings />
    </>
  );
}

const ToSettings = () => (
  <Link to={paths.dashboard()} className={buttonStyle({ size: 'lg' })}>
    Open Permille
  </Link>
);

const Waiting = () => (
  <Loading>
    <Skeleton className="h-24" />
  </Loading>
);
