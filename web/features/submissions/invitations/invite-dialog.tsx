import { type FormEvent, useId, useState } from 'react';
import { invitationRoutes } from '#contract/listings/invitations.ts';
import { useAction } from '#web/api/action.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { ListingChoice } from './listing-choice.tsx';

export interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
  /** The listing from which the dialog was opened. Without it the host chooses a listing. */
  listing?: { id: string; title: string } | undefined;
  /** The clipper from whose profile the dialog was opened. Without it the host types a username. */
  username?: string | undefined;
}

/** Invites a clipper to a listing. The clipper gets a notification that links to the listing. */
export function InviteDialog({ open, onClose, listing, username }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={username ? `Invite @${username}` : 'Invite a clipper'}
      description={
        listing
          ? `They get a notification with a link to “${listing.title}”. A clipper is invited to a listing once.`
          : 'They get a notification with a link to the listing. A clipper is invited to a listing once.'
      }
    >
      <InviteForm listing={listing} username={username} onClose={onClose} />
    </Dialog>
  );
}

type Wrong = { listing?: string; username?: string };

function InviteForm({ listing, username, onClose }: Omit<InviteDialogProps, 'open'>) {
  const id = useId();
  const [name, setName] = useState(username ?? '');
  const [listingId, setListingId] = useState(listing?.id ?? '');
  const [wrong, setWrong] = useState<Wrong>({});
  const invite = useAction(invitationRoutes.inviteClipper, {
    success: (_reply, { body }) => {
      toast.success('Invitation sent', `@${body.username.replace(/^@/, '')} was invited to the listing.`);
      onClose();
    },
    error: (error) => {
      const field = !username && error.problem.fields?.[0]?.field === 'username' ? 'username' : 'listing';
      setWrong({ [field]: error.message });
      toast.error(error.title, error.message, { id: 'form' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const typed = name.trim().toLowerCase();
    const missing: Wrong = {
      ...(listingId ? {} : { listing: 'Choose a listing.' }),
      ...(typed.replace(/^@/, '') ? {} : { username: 'Enter a username.' }),
    };
    setWrong(missing);
    if (Object.keys(missing).length === 0)
      invite.mutate({ params: { id: listingId }, body: { username: typed } });
  };
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {username ? null : (
        <Field label="Username" error={wrong.username ?? (listing ? wrong.listing : undefined)}>
          <TextInput
            prefix="@"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setWrong({});
            }}
          />
        </Field>
      )}
      {listing ? null : (
        <ListingChoice
          value={listingId}
          error={wrong.listing}
          onChange={(next) => {
            setListingId(next);
            setWrong({});
          }}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={invite.isPending && 'Inviting...'}>
          Send invitation
        </Button>
      </div>
    </form>
  );
}
