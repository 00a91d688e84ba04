// Shows notifications while no page is open, and a page of its own where there is no connection. It answers nothing else, and
// keeps nothing but that page and its script: no data of an account, and no document of a build.

/** Ends with what the hash of both files begins with, so that others are fetched anew. */
const CACHE = 'offline-19b85813';
const OFFLINE = '/offline.html';
/** Loads the page that was asked for when there is a connection again. */
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
  // The page is asked for while this script starts, so that it comes no later than without.
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

/** To a window that shows it already, else to a new one: what is typed in another is not lost. */
async function lead({ link }) {
  const url = new URL(link, location.origin);
  if (url.origin !== location.origin) return;
  const open = await clients.matchAll({ type: 'window' });
  const there = open.find((one) => one.url === url.href);
  await (there ? there.focus() : clients.openWindow(url.href));
}

// The browser changes its address at the push service by itself.
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
