const CHECK_EVERY_MS = 500;

/**
 * Ends this process with SIGTERM when npm, which started it, is gone: npm runs scripts in a shell,
 * and a shell that is killed does not pass the signal on.
 */
export function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_EVERY_MS);
  timer.unref();
}
