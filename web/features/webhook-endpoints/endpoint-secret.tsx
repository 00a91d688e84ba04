import { SecretDialog } from '#web/ui/dialogs/secret-dialog.tsx';

/** A newly created secret. */
export interface FreshSecret {
  secret: string;
  url: string;
  /**
   * True for a new endpoint. For an existing endpoint, messages are also signed with the previous secret for
   * a day.
   */
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
          ? 'Your server checks messages with it. It is shown only once.'
          : 'It is shown only once. For 24 hours, messages are also signed with the previous secret.'
      }
      secret={secret}
      toastId="webhooks"
      onClose={onClose}
    />
  );
}
