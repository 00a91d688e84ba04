import type { Platform } from './state.ts';

export const platformNames: Record<Platform, string> = {
  youtube: 'YouTube',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  twitch: 'Twitch',
};

export interface ConsentView {
  platform: Platform;
  /** Handles that can be picked; any other can be typed. */
  handles: string[];
  suggested: string;
  redirectHost: string;
  scope: string[];
  /** Why the last try failed. */
  problem: string | null;
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
  main { box-sizing: border-box; width: min(24rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid GrayText; border-radius: .75rem; }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  label, input { display: block; width: 100%; box-sizing: border-box; }
  input { font: inherit; padding: .625rem .75rem; margin: .25rem 0 1rem; border: 1px solid GrayText; border-radius: .5rem; }
  .buttons { display: flex; gap: .75rem; }
  button { flex: 1; font: inherit; padding: .625rem; border-radius: .5rem; border: 1px solid GrayText; cursor: pointer; }
  button[value=allow] { background: CanvasText; color: Canvas; }
  [role=alert] { border-left: .25rem solid #c22; padding-left: .75rem; }
  small { display: block; margin-top: 1rem; }`;

/** The page on which a person allows or denies; the form posts to its own address, so any prefix in front works. */
export function consentPage(view: ConsentView): string {
  const name = `Simulated ${platformNames[view.platform]}`;
  return page(
    name,
    `<h1>${name}</h1>
<p><strong>${escapeHtml(view.redirectHost)}</strong> asks to read: ${escapeHtml(view.scope.join(', ') || 'your profile')}.</p>
${view.problem === null ? '' : `<p role="alert">${escapeHtml(view.problem)}</p>`}
<form method="post">
<label for="handle">Account handle</label>
<input id="handle" name="handle" list="handles" value="${escapeHtml(view.suggested)}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="31" required>
<datalist id="handles">${view.handles.map((handle) => `<option value="${escapeHtml(handle)}"></option>`).join('')}</datalist>
<div class="buttons">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<small>This page stands in for ${platformNames[view.platform]}. No real account is involved; an account that does not exist is made up.</small>`,
  );
}

/** What a platform shows when the app's request itself is wrong: it never redirects then. */
export function refusalPage(platform: Platform, reason: string): string {
  const name = `Simulated ${platformNames[platform]}`;
  return page(name, `<h1>${name}</h1><p role="alert">${escapeHtml(reason)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
