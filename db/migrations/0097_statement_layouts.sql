create table statement_layouts (
  id uuid primary key,
  rail text not null constraint statement_layouts_rail_known check (rail in ('stripe', 'paypal', 'bank')),
  bank text not null constraint statement_layouts_bank_named check (length(bank) between 1 and 60),
  header_key text not null,
  mapping jsonb not null,
  saved_at timestamptz not null
);
create unique index statement_layouts_bank on statement_layouts (rail, header_key, lower(bank));
comment on table statement_layouts is
  'How files with these column names are read, as an admin said it in the preview of an import. Several banks can write '
  'the same names: then each import asks which bank it is.';
comment on column statement_layouts.header_key is 'SHA-256 of the column names in their order.';
comment on column statement_layouts.mapping is 'statementMapping of contract/external-statements/statement-preview.ts.';
