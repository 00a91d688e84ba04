import { SecretDialog } from '#web/ui/secret-dialog.tsx';

/** A secret that was just made. */
export interface FreshSecret {
  secret: string;
  url: string;
  /** Of an endpoint that was just added; else another one goes on signing for a day. */
  isNew: boolean;
}

export function EndpointSecret({
  fresh: { secret, url, isNew },
  onClose,
}: {
  fresh: FreshSecret;
  onClose: () => void;
}) {
  return (
    <SecretDialog
      title={isNew ? 'Endpoint added' : 'New secret'}
      description={<span className="wrap-anywhere">For {url}</span>}
      noun="secret"
      label="Signing secret"
      hint={
        isNew
          ? 'Your server checks messages with it. It is shown this once.'
          : 'It is shown this once. For 24 hours messages bear signatures of the previous secret as well.'
      }
      secret={secret}
      toastId="webhooks"
      onClose={onClose}
    />
  );
}
