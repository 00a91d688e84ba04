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

  // Loads the scripts after the page is painted, so that nothing competes with the visible content.
  const load = () => {
    const later = document.getElementById('after-paint');
    later?.replaceWith(later.content.cloneNode(true));
  };
  addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => setTimeout(load));
    // A hidden page is never painted, and a slow one must not wait for ever.
    setTimeout(load, document.hidden ? 0 : 1_000);
  });

  // A button pressed before the page's scripts have loaded is pressed again once they have (web/main.tsx).
  let pressed = null;
  const keep = (event) => {
    const button = event.target.closest?.('button');
    if (!button) return;
    event.preventDefault();
    pressed = button;
  };
  document.addEventListener('click', keep, true);
  window.answerPress = () => {
    document.removeEventListener('click', keep, true);
    pressed?.click();
  };
})();
