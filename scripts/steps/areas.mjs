/** The layout modules around every page of an area, by the area's folder in web/routes. */
export const areas = {
  public: ['routes/public/area.tsx'],
  auth: ['routes/member-table.tsx'],
  host: ['routes/member-table.tsx', 'routes/area.tsx', 'routes/host/area.tsx'],
  clipper: ['routes/member-table.tsx', 'routes/area.tsx', 'routes/clipper/area.tsx'],
  admin: ['routes/member-table.tsx', 'routes/area.tsx', 'routes/admin/admin-only.tsx'],
};
