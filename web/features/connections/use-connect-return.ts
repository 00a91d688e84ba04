import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { connectablePlatform } from '#contract/connections.ts';
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import { permissionNames } from '#contract/platforms/platform-permissions.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { releasedText } from './analytics-texts.ts';

/**
 * Shows the result once after the browser returns from a platform's consent page, and removes it from the
 * address.
 */
export function useConnectReturn(): void {
  const [params, setParams] = useSearchParams();
  const connected = params.get('connected');
  const failed = params.get('connect_error');
  const missing = params.get('connect_missing');
  const released = params.get('analytics') === 'released';
  // This is an effect, because the browser arrives from another site and no event precedes that.
  useEffect(() => {
    if (!connected && !failed && !released) return;
    if (released) toast.success('Analytics released', releasedText, { id: 'connect' });
    else showResult(connected, failed, missing);
    setParams(
      (now) => {
        const rest = new URLSearchParams(now);
        rest.delete('connected');
        rest.delete('connect_error');
        rest.delete('connect_missing');
        rest.delete('analytics');
        return rest;
      },
      { replace: true },
    );
  }, [connected, failed, missing, released, setParams]);
}

const wayOn = (failed: string): string =>
  failed === 'analytics_not_granted'
    ? 'Your account stays connected, and its clips are judged by their counts alone.'
    : 'Connect again and allow every permission.';

function showResult(connected: string | null, failed: string | null, missing: string | null): void {
  if (failed) {
    const known = Object.hasOwn(errorCatalogue, failed) ? failed : 'connection_state_invalid';
    const { title, detail } = errorCatalogue[known as ErrorCode];
    const names = permissionNames(missing?.split(',') ?? []);
    const text = names ? `You did not grant ${names}. ${wayOn(failed)}` : detail;
    toast.error(title, text, { id: 'connect' });
    return;
  }
  const platform = connectablePlatform.safeParse(connected);
  if (!platform.success) return;
  const name = platforms[platform.data].name;
  toast.success('Platform Connected!', `Your ${name} account has been verified.`, { id: 'connect' });
}
