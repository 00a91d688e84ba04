import { pushSubscriptionRoutes } from '#contract/push-subscriptions.ts';
import { call } from './client.ts';

/** That its person wants no script of ours to stay in this browser. */
const UNWANTED = 'withoutAppWorker';

const isPossible = (): boolean => 'serviceWorker' in navigator && window.isSecureContext;

/** Whether this browser may keep the script that shows pushes, and a page where there is no connection. */
export function isAppWorkerWanted(): boolean {
  try {
    return isPossible() && localStorage.getItem(UNWANTED) === null;
  } catch {
    return false;
  }
}

/** Keeps the script in this browser, for people who are signed in. */
export async function keepAppWorker(): Promise<ServiceWorkerRegistration> {
  localStorage.removeItem(UNWANTED);
  // The browser asks for it anew at each visit and by itself, so that none stays that we have replaced.
  return await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
}

/** Takes the script away, with the pushes that it shows and the page that it kept. */
export async function removeAppWorker(): Promise<void> {
  localStorage.setItem(UNWANTED, '1');
  await endPush();
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith('offline-')) await caches.delete(name);
}

/** Why this browser can't show pushes; null when it can, or may be asked. */
export function pushHindrance(): 'unsupported' | 'blocked' | null {
  if (!isPossible() || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

/** Whether nobody has answered yet whether this browser may show pushes. */
export const mayOfferPush = (): boolean => pushHindrance() === null && Notification.permission === 'default';

/**
 * Has this browser show pushes, or changes what they show. Asks the person, so only after they pressed something that says so.
 * @throws when they or the browser refuse
 */
export async function turnOnPush(showsDetails?: boolean): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused();
  const { publicKey } = await call(pushSubscriptionRoutes.showPushKey, {});
  await keepAppWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscribe(pushManager, publicKey);
  const { endpoint = '', keys = {} } = subscription.toJSON();
  await call(pushSubscriptionRoutes.addPushSubscription, {
    body: { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '', showsDetails },
  });
}

export class PushRefused extends Error {}

/** With the server's key of now: a browser keeps the one it subscribed with, and then refuses another. */
async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  const known = await pushManager.getSubscription();
  if (known && textOf(known.options.applicationServerKey) !== publicKey) await known.unsubscribe();
  return await pushManager.subscribe(wanted);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The browser forgets its address at the push service; the server learns it from there, or with the end of the session. */
export async function endPush(): Promise<void> {
  if (!isPossible()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
