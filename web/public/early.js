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

  // What a page needs besides itself waits until it is painted, so that nothing competes with what is read.
  const load = () => {
    const later = document.getElementById('after-paint');
    later?.replaceWith(later.content.cloneNode(true));
  };
  addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => setTimeout(load));
    // A page that nobody sees is not painted.
    setTimeout(load, document.hidden ? 0 : 1_000);
  });

  // A page that can be read can be pressed: a button answers when the page's scripts are there.
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
