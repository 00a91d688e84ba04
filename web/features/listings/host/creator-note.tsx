import { BadgeCheck, Link2 } from 'lucide-react';
import type { ConnectionRow } from '#contract/connections.ts';
import { type ConnectablePlatform, connectedBy, platforms } from '#contract/platforms/platforms.ts';
import { Menu } from '#web/ui/dialogs/menu.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';

const creatorPlatforms = connectedBy('host');

/** Returns the working connection that makes a host a verified creator; undefined without one. */
export const creatorAccount = (rows: readonly ConnectionRow[] | undefined): ConnectionRow | undefined =>
  rows?.find((row) => row.state === 'active' && creatorPlatforms.includes(row.platform));

export interface CreatorNoteProps {
  connections: { rows: ConnectionRow[]; available: ConnectablePlatform[] } | undefined;
  leaving: boolean;
  onConnect: (platform: ConnectablePlatform) => void;
}

/** Tells the host that they may post, or how to get verified. */
export function CreatorNote({ connections, leaving, onConnect }: CreatorNoteProps) {
  if (!connections) return <Skeleton className="h-11 w-full" />;
  const account = creatorAccount(connections.rows);
  if (account) {
    return (
      <Note
        tone="ok"
        icon={BadgeCheck}
        title={`${platforms[account.platform].name} connected: ${account.displayName || account.handle}.`}
      >
        Only verified creators may post.
      </Note>
    );
  }
  const names = creatorPlatforms.map((platform) => platforms[platform].name).join(' or ');
  const signsIn = creatorPlatforms.some((platform) => connections.available.includes(platform));
  return (
    <Note
      tone="warning"
      title="Only verified creators may post."
      action={
        <Menu
          trigger={
            <Button variant="ink" busy={leaving && 'Connecting...'}>
              <Link2 aria-hidden />
              Connect Your Platform
            </Button>
          }
          items={creatorPlatforms.map((platform) => ({
            label: platforms[platform].name,
            onPress: () => onConnect(platform),
          }))}
        />
      }
    >
      Connect the {names} account that your videos come from
      {signsIn ? '' : ', by a code in its bio'}. Your input is kept.
    </Note>
  );
}
