import { useState } from 'react';
import { mayOfferPush, turnOnPush } from '#web/api/browser-push.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { pushFailed } from './push-failed.ts';

const DECLINED = 'pushOfferDeclined';

function isOpen(): boolean {
  try {
    return mayOfferPush() && localStorage.getItem(DECLINED) === null;
  } catch {
    return false;
  }
}

/**
 * Offers once, above the notifications, to show new ones even without an open page. The browser asks for
 * permission after the press.
 */
export function PushOffer() {
  const [shown, setShown] = useState(isOpen);
  const [busy, setBusy] = useState(false);
  if (!shown) return null;
  const decline = () => {
    localStorage.setItem(DECLINED, '1');
    setShown(false);
  };
  const accept = async () => {
    setBusy(true);
    try {
      await turnOnPush();
      toast.success('Push is on', 'You’ll hear from us in this browser when Permille isn’t open.');
      setShown(false);
    } catch (error) {
      pushFailed(error);
      setBusy(false);
      setShown(isOpen());
    }
  };
  return (
    <div className="border-line border-b bg-sunken px-4 py-3 text-sm">
      <p className="mb-2">Turn on push to hear from us when Permille isn’t open.</p>
      <div className="flex gap-2">
        <Button size="sm" variant="ink" busy={busy && 'Turning on...'} onClick={() => void accept()}>
          Turn on push
        </Button>
        <Button size="sm" onClick={decline}>
          Not now
        </Button>
      </div>
    </div>
  );
}
