// Runs before the first paint and stands in a file of its own, because the content policy allows no inline script.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('darkMode');
  } catch {
    // Storage can be blocked: then the system's choice holds.
  }
  const dark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'true';
  document.documentElement.classList.toggle('dark', dark);
})();
