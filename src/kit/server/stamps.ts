interface Stored {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** Id, version, and who made and changed a stored object when: what every mutable entity shows (`stamps` of the contracts). */
export const stampsOf = (
  row: Stored,
): { id: string; version: number; createdAt: number; createdBy: string | null; updatedAt: number; updatedBy: string | null } => ({
  id: row.id,
  version: row.version,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
});
