import { adminViewNames } from '#contract/admin/admin-views.ts';
import { paths } from '../paths.ts';

/**
 * Returns the current path for an address of the first releases (`/admin?tab=…`), or null if it names no tab.
 */
export function formerView(params: URLSearchParams): string | null {
  const tab = params.get('tab');
  const view = tab === 'ledger' ? 'reconciliation' : adminViewNames.find((name) => name === tab);
  if (!view) return null;
  const rest = new URLSearchParams(params);
  rest.delete('tab');
  return rest.size > 0 ? `${paths.adminView(view)}?${rest}` : paths.adminView(view);
}
