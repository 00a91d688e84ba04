import { platforms } from '#contract/platforms/platforms.ts';
import { escapeHtml, page } from '../page.ts';
import type { Platform } from '../state.ts';

export interface ConsentView {
  platform: Platform;
  /** Handles that the page offers; others can be typed. */
  handles: string[];
  suggested: string;
  redirectHost: string;
  scope: string[];
  /** Scopes that the user may withhold. */
  withholdable: string[];
  /** The reason why the last attempt failed; null without one. */
  problem: string | null;
}

/** Renders the consent page. Its form posts to its own address, so it works under any prefix. */
export function consentPage(view: ConsentView): string {
  const name = `Simulated ${platforms[view.platform].name}`;
  return page(
    name,
    `<h1>${name}</h1>
<p><strong>${escapeHtml(view.redirectHost)}</strong> asks to read: ${escapeHtml(view.scope.join(', ') || 'your profile')}.</p>
${view.problem === null ? '' : `<p role="alert">${escapeHtml(view.problem)}</p>`}
<form method="post">
<label for="handle">Account handle</label>
<input id="handle" name="handle" list="handles" value="${escapeHtml(view.suggested)}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="31" required>
<datalist id="handles">${view.handles.map((handle) => `<option value="${escapeHtml(handle)}"></option>`).join('')}</datalist>
${view.withholdable.map(withholdBox).join('')}
<div class="buttons">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<small>This page simulates ${platforms[view.platform].name}. No real account is involved; an account that does not exist is made up.</small>`,
  );
}

const withholdBox = (scope: string): string =>
  `<label><input type="checkbox" name="withhold" value="${escapeHtml(scope)}"> Without ${escapeHtml(scope)}</label>`;

/**
 * Renders the error page for an invalid request of the app. Platforms never answer such a request with a
 * redirect.
 */
export function refusalPage(platform: Platform, reason: string): string {
  const name = `Simulated ${platforms[platform].name}`;
  return page(name, `<h1>${name}</h1><p role="alert">${escapeHtml(reason)}</p>`);
}
