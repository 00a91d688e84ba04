// Runs before the first paint; a separate file, because the content policy allows no inline script.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('darkMode');
  } catch {
    // With blocked storage the system's theme applies.
  }
  const dark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'true';
  document.documentElement.classList.toggle('dark', dark);
})();
