// Shows push notifications while no page is open, and an offline page when there is no connection. It answers no other
// request, and caches only that page and its script: no account data, and no document of a build.

/** Ends with the first digits of the hash of both files, so that changed files are fetched again. */
const CACHE = 'offline-a00eba51';
const OFFLINE = '/offline.html';
/** Reloads the requested page when the connection is back. */
const SCRIPT = '/offline.js';

addEventListener('install', (event) => {
  const files = [OFFLINE, SCRIPT].map((path) => new Request(path, { cache: 'reload', credentials: 'omit' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
  skipWaiting();
});

addEventListener('activate', (event) => {
  event.waitUntil(removeFormer());
});

async function removeFormer() {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith('offline-') && name !== CACHE);
  await Promise.all(former.map((name) => caches.delete(name)));
  // The browser requests the page while this script starts, so the script delays no page.
  await registration.navigationPreload?.enable();
}

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method === 'GET' && mode === 'navigate') event.respondWith(pageOf(event));
  else if (url === location.origin + SCRIPT) event.respondWith(scriptOf(event.request));
});

async function pageOf(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function scriptOf(request) {
  return (await caches.match(SCRIPT)) ?? (await fetch(request));
}

addEventListener('push', (event) => {
  const { id, title, body, link } = event.data.json();
  const shown = { body, tag: id, data: { id, link }, icon: '/icons/192.png', badge: '/icons/badge.png' };
  event.waitUntil(registration.showNotification(title, shown));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(Promise.all([markRead(event.notification.data), lead(event.notification.data)]));
});

const markRead = ({ id }) =>
  fetch(`/api/notifications/${encodeURIComponent(id)}/read`, { method: 'POST' }).catch(() => undefined);

/** Focuses a window with this address, or opens a new one: navigating another window could lose typed text. */
async function lead({ link }) {
  const url = new URL(link, location.origin);
  if (url.origin !== location.origin) return;
  const open = await clients.matchAll({ type: 'window' });
  const there = open.find((one) => one.url === url.href);
  await (there ? there.focus() : clients.openWindow(url.href));
}

// The browser may change its address at the push service on its own.
addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event));
});

async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const next = newSubscription ?? (options && (await registration.pushManager.subscribe(options)));
  if (!next) return;
  const { endpoint, keys } = next.toJSON();
  await fetch('/api/push-subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}
