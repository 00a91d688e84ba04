import type { ApiKeyRow } from '#contract/api-keys/api-keys.ts';
import { scopeTexts } from '#contract/api-keys/api-scope-texts.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';

interface KeyLineProps {
  row: ApiKeyRow;
  onChange: () => void;
  onRevoke: () => void;
}

export function KeyLine({ row, onChange, onRevoke }: KeyLineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="wrap-anywhere font-semibold">{row.name}</b>
          <code className="text-muted text-sm">{row.prefix}…</code>
          {row.isExpired ? <Badge tone="red">Expired</Badge> : null}
        </span>
        <span className="block text-muted text-sm">
          {row.scopes.map((scope) => scopeTexts[scope].title).join(', ')}
        </span>
        <span className="block text-muted text-sm">
          {row.lastUsedAt ? (
            <>
              Last used <MomentText at={row.lastUsedAt} />
            </>
          ) : (
            'Never used'
          )}
          , {row.isExpired ? 'expired' : 'expires'} <MomentText at={row.expiresAt} />
          {row.previousUntil ? (
            <>
              , the old secret works until <MomentText at={row.previousUntil} />
            </>
          ) : null}
        </span>
      </span>
      <span className="flex gap-2">
        <Button size="sm" aria-label={`New secret for ${row.name}`} onClick={onChange}>
          New secret
        </Button>
        <Button size="sm" variant="danger" aria-label={`Revoke ${row.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </span>
    </li>
  );
}
