const DONE = [
  ...[
    'completed',
    'complete',
    'sent',
    'posted',
    'booked',
    'settled',
    'cleared',
    'success',
    'successful',
    'succeeded',
  ],
  ...[
    'paid',
    'finished',
    'executed',
    'processed',
    'approved',
    'gebucht',
    'umsatz gebucht',
    'abgeschlossen',
    'book',
  ],
  ...[
    'ausgeführt',
    'effectué',
    'completado',
    'completato',
    'verwerkt',
    's',
    'v',
    'reversed',
    'refunded',
    'returned',
  ],
  ...[
    'partially refunded',
    'zurückgezahlt',
    'teilweise zurückgezahlt',
    'rückzahlung',
    'teilweise rückzahlung',
  ],
  ...['storniert und zurückgezahlt', 'zurückgebucht', 'rückgebucht', 'erstattet', 'teilweise erstattet'],
];
const NOT_DONE = [
  ...[
    'pending',
    'processing',
    'authorized',
    'authorised',
    'scheduled',
    'created',
    'initiated',
    'in progress',
    'open',
  ],
  ...[
    'cancelled',
    'canceled',
    'failed',
    'declined',
    'denied',
    'rejected',
    'blocked',
    'reverted',
    'expired',
    'voided',
  ],
  ...[
    'unclaimed',
    'uncleared',
    'held',
    'on hold',
    'placed',
    'removed',
    'active',
    'inactive',
    'temporary hold',
  ],
  ...[
    'in review',
    'under review',
    'draft',
    'pdng',
    'info',
    'd',
    'p',
    'vorgemerkt',
    'umsatz vorgemerkt',
    'ausstehend',
  ],
  ...[
    'offen',
    'abgelehnt',
    'storniert',
    'fehlgeschlagen',
    'abgelaufen',
    'nicht eingefordert',
    'nicht abgeholt',
  ],
  ...['nicht beansprucht', 'in bearbeitung', 'wird bearbeitet', 'gehalten', 'einbehalten', 'zurückgewiesen'],
  ...[
    'noch nicht verrechnet',
    'aktiv',
    'gelöscht',
    'freigegeben',
    'vorübergehend einbehalten',
    'genehmigung ausstehend',
  ],
];

const KNOWN = new Map([
  ...DONE.map((word) => [word, true] as const),
  ...NOT_DONE.map((word) => [word, false] as const),
]);

/** Whether a line with this status moved money; null if the word is unknown. */
export const hasMoved = (status: string): boolean | null =>
  KNOWN.get(
    status
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, ' '),
  ) ?? null;
