import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { mailAddressRoutes } from '#contract/mail-addresses.ts';
import { useAction } from '#web/api/action.ts';
import { ApiError, call } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { NotLoaded } from '#web/ui/query-state.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';

const heading = 'disp mb-3 text-2xl';

/** Asks before it ends the mails that the address in a mail is about; nobody needs to sign in. */
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
        <h1 className={heading}>No more mails about this</h1>
        <p className="mb-4.5 text-muted">
          We no longer mail you about: {about}. Mails about your account and its security still come. What you
          see in the app stays as you chose.
        </p>
        <ToSettings />
      </div>
    );
  }
  return (
    <>
      <h1 className={heading}>Stop these mails?</h1>
      <p className="mb-4.5 text-muted">
        You are mailed about: {about}. What you see in the app stays as you chose.
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

/** Uses the link that shows that mails arrive, once, when the page opens. */
export function ConfirmAddress({ token }: { token: string }) {
  const confirmed = useQuery({
    queryKey: ['confirm-address', token],
    queryFn: () => call(mailAddressRoutes.confirmMailAddress, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (confirmed.error instanceof ApiError && confirmed.error.code === 'link_expired') return <OldLink />;
  if (confirmed.error) return <NotLoaded of={confirmed} failed="The address was not confirmed." />;
  if (!confirmed.data) return <Waiting />;
  return (
    <div role="status">
      <h1 className={heading}>Your mails arrive</h1>
      <p className="mb-4.5 text-muted">Thank you. We send mails to this address again.</p>
      <ToSettings />
    </div>
  );
}

export function OldLink() {
  return (
    <>
      <h1 className={heading}>This link does not work</h1>
      <p className="mb-4.5 text-muted">
        It is incomplete or too old. What we mail you is chosen in Settings, under Notifications.
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
