import { useState } from 'react';
import { DISCORD_CODE_MINUTES, discordRoutes } from '#contract/discord.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { SecretDialog } from '#web/ui/dialogs/secret-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';

/**
 * Links or unlinks the Discord account that may query this person's data. Renders nothing if this server has
 * no Discord commands.
 */
export function DiscordAccount() {
  const account = useRead(discordRoutes.showDiscordLink, {});
  const [code, setCode] = useState<string | null>(null);
  const fail = (error: { title: string; message: string }) =>
    toast.error(error.title, error.message, { id: 'discord' });
  const make = useAction(discordRoutes.makeDiscordCode, {
    success: (made) => setCode(made.code),
    error: fail,
  });
  const end = useAction(discordRoutes.endDiscordLink, {
    success: () => toast.success('Unlinked', 'Its commands no longer work for you.', { id: 'discord' }),
    error: fail,
  });
  const { data } = account;
  if (!data?.isOffered && !account.isError) return null;
  return (
    <div id="discord-account" className="scroll-mt-18">
      <Panel title="Discord account">
        <p className="mb-4 text-muted">
          Type /listings, /balance and /submit on Discord. Only you see the answers, and nothing is submitted
          or paid from there.{' '}
          {data?.addUrl ? (
            <a href={data.addUrl} className="link" target="_blank" rel="noreferrer">
              Add the commands to a server
            </a>
          ) : null}
        </p>
        <QueryState of={account} failed="Your Discord account did not load.">
          {({ link }) => (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <Linked link={link} />
              {link ? (
                <Button size="sm" busy={end.isPending && 'Unlinking...'} onClick={() => end.mutate({})}>
                  Unlink
                </Button>
              ) : (
                <Button size="sm" busy={make.isPending && 'Making...'} onClick={() => make.mutate({})}>
                  Link account
                </Button>
              )}
            </div>
          )}
        </QueryState>
      </Panel>
      {code ? (
        <SecretDialog
          title="Link your Discord account"
          description="Type /link on Discord, where the commands are, and paste this code there."
          noun="code"
          label="Code"
          hint={`Works once, for ${DISCORD_CODE_MINUTES} minutes. Don’t share it: anyone who types it sees your balance.`}
          secret={code}
          toastId="discord"
          onClose={() => {
            setCode(null);
            account.refetch();
          }}
        />
      ) : null}
    </div>
  );
}

const Linked = ({ link }: { link: { name: string; linkedAt: Date } | null }) =>
  link ? (
    <p className="min-w-0 wrap-anywhere">
      <b className="font-semibold">{link.name}</b>{' '}
      <span className="text-muted text-sm">
        linked <MomentText at={link.linkedAt} />
      </span>
    </p>
  ) : (
    <p className="text-muted">No account is linked yet.</p>
  );
