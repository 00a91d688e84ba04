// Reloads the requested page as soon as the server is reachable.

const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;

let wait = FIRST_MS;
let timer = 0;

async function isReachable() {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

async function tryAgain() {
  clearTimeout(timer);
  if (await isReachable()) {
    location.reload();
    return;
  }
  timer = setTimeout(tryAgain, wait);
  wait = Math.min(2 * wait, LONGEST_MS);
}

function tryNow() {
  wait = FIRST_MS;
  if (document.visibilityState === 'visible') tryAgain();
}

addEventListener('online', tryNow);
document.addEventListener('visibilitychange', tryNow);
timer = setTimeout(tryAgain, wait);
