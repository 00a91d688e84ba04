import { useState } from 'react';
import { type ConnectablePlatform, platforms } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { CodeForm } from './code-form.tsx';
import { useConnect } from './use-connect.ts';
import { YoutubeTerms } from './youtube-terms.tsx';

export interface FirstConnectionProps {
  offered: readonly ConnectablePlatform[];
  /** The page to which the browser returns from the platform's consent page. */
  returnTo: string;
}

/**
 * Connects an account on one of these platforms, by signing in there or, if this server has no API keys for
 * the platform, by a code in the bio.
 */
export function FirstConnection({ offered, returnTo }: FirstConnectionProps) {
  const { connect, leavingFor } = useConnect();
  const { data, error } = useRead(routes.listConnections, {});
  const [chosen, setChosen] = useState<ConnectablePlatform | null>(null);
  if (error) return null;
  if (!data) return <Skeleton className="h-11 w-full" />;
  const { rows, available, codes } = data;
  const account = rows.find(({ platform, state }) => state === 'active' && offered.includes(platform));
  if (account) return <Note tone="ok" title={`${platforms[account.platform].name} connected.`} />;
  const waiting = codes.find(({ platform }) => offered.includes(platform));
  const byCode = chosen ?? waiting?.platform;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {offered.map((platform) => (
          <Button
            key={platform}
            busy={leavingFor === platform && 'Connecting...'}
            onClick={() => (available.includes(platform) ? connect(platform, returnTo) : setChosen(platform))}
          >
            <PlatformIcon platform={platform} className="size-4" />
            Connect {platforms[platform].name}
          </Button>
        ))}
      </div>
      {offered.includes('youtube') && available.includes('youtube') ? <YoutubeTerms /> : null}
      {byCode ? (
        <CodeForm key={byCode} platform={byCode} code={codes.find(({ platform }) => platform === byCode)} />
      ) : null}
    </div>
  );
}
