/** The tables as TypeScript sees them. */
export interface DB {
  schema_migrations: { name: string; checksum: string; applied_at: Date };
}
