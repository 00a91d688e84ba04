import { pushSubscriptionRoutes } from '#contract/notifications/push-subscriptions.ts';
import { call } from './client.ts';

/** Storage key that exists if the person does not want our service worker in this browser. */
const UNWANTED = 'withoutAppWorker';

const isPossible = (): boolean => 'serviceWorker' in navigator && window.isSecureContext;

/**
 * Whether our service worker may be installed in this browser. It shows push notifications and an offline
 * page.
 */
export function isAppWorkerWanted(): boolean {
  try {
    return isPossible() && localStorage.getItem(UNWANTED) === null;
  } catch {
    return false;
  }
}

/** Installs the service worker. Call it only for signed-in people. */
export async function keepAppWorker(): Promise<ServiceWorkerRegistration> {
  localStorage.removeItem(UNWANTED);
  // The browser checks the script on each visit without its HTTP cache, so that an old version is never used.
  return await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
}

/** Removes the service worker with its push subscription and its cached page. */
export async function removeAppWorker(): Promise<void> {
  localStorage.setItem(UNWANTED, '1');
  await endPush();
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith('offline-')) await caches.delete(name);
}

/**
 * Returns why this browser can't show push notifications, or null if it can or if the person may still be
 * asked.
 */
export function pushHindrance(): 'unsupported' | 'blocked' | null {
  if (!isPossible() || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

/** Whether this browser can show push notifications and nobody has allowed or refused them yet. */
export const mayOfferPush = (): boolean => pushHindrance() === null && Notification.permission === 'default';

/**
 * Turns on push notifications in this browser, or changes what they show. The browser asks the person for
 * permission, so call this only when they press a control that announces the question.
 * @throws when the person or the browser refuses
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

/**
 * Subscribes with the server's current key. If the browser has subscribed with an older key, it refuses the
 * current one, so that subscription is ended first.
 */
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

/**
 * Ends the browser's push subscription. The server notices from the push service, or when the session ends.
 */
export async function endPush(): Promise<void> {
  if (!isPossible()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
