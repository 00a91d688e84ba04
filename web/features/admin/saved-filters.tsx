import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { AdminViewName } from '#contract/admin/admin-views.ts';
import { SAVED_FILTER_NAME_MAX, type SavedFilter } from '#contract/admin/saved-filters.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Chip } from '#web/ui/pages/chip.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { ActDialog } from './act-dialog.tsx';

/**
 * Returns the query string with sorted parameters, so that two filters are equal whatever the order in which
 * they were chosen.
 */
function queryIn(search: string): string {
  const params = new URLSearchParams(search);
  params.sort();
  return params.toString();
}

/**
 * Shows the admin's saved filters of a view. Pressing a filter applies it, and pressing it again removes it.
 */
export function SavedFilters({ view }: { view: AdminViewName }) {
  const query = queryIn(useLocation().search);
  const navigate = useNavigate();
  const { data } = useRead(adminRoutes.savedFilters, {});
  const [isNaming, setNaming] = useState(false);
  const remove = useAction(adminRoutes.removeSavedFilter, {
    success: () => toast.success('Saved filters removed'),
  });
  const saved = data?.rows.filter((row) => row.view === view) ?? [];
  const current = saved.find((row) => row.query === query);
  if (saved.length === 0 && query === '') return null;
  const open = ({ query: to }: Pick<SavedFilter, 'query'>) =>
    navigate({ search: to }, { preventScrollReset: true });
  return (
    // biome-ignore lint/a11y/useSemanticElements: filters that act at once, no part of a form
    <div role="group" aria-label="Saved filters" className="-mb-2 flex flex-wrap items-center gap-2">
      {saved.map((row) => (
        <Chip
          key={row.id}
          pressed={row === current}
          onClick={() => open(row === current ? { query: '' } : row)}
        >
          {row.name}
        </Chip>
      ))}
      {current ? (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Remove the saved filters ${current.name}`}
          onClick={() => remove.mutate({ params: { id: current.id } })}
        >
          Remove
        </Button>
      ) : query ? (
        <Button size="sm" variant="quiet" onClick={() => setNaming(true)}>
          <Bookmark aria-hidden />
          Save filters
        </Button>
      ) : null}
      {isNaming ? <NameDialog view={view} query={query} onClose={() => setNaming(false)} /> : null}
    </div>
  );
}

interface NameDialogProps extends Pick<SavedFilter, 'view' | 'query'> {
  onClose: () => void;
}

function NameDialog({ view, query, onClose }: NameDialogProps) {
  return (
    <ActDialog
      route={adminRoutes.saveFilter}
      title="Save filters"
      description="Search, filters and order of this view. Only you see them, wherever you sign in."
      label="Name"
      missing="Enter a name."
      hint="Replaces the filters saved under this name in this view."
      line
      maxLength={SAVED_FILTER_NAME_MAX}
      confirmText="Save filters"
      input={(name) => ({ body: { view, name, query } })}
      done={() => ['Filters saved']}
      onClose={onClose}
    />
  );
}
