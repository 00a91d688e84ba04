const CHECK_EVERY_MS = 500;

/**
 * Ends this process with SIGTERM when npm, its parent, has ended. npm runs scripts in a shell, and a killed
 * shell does not forward the signal.
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
