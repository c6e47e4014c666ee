import type { ClientEpoch } from '#kit/server/client/terminal-gate.ts';
import './employee.table.ts';

/** Counts what was decided about one person: every change of their record is one. */
export const personEpoch: ClientEpoch = async ({ database: { db } }, uid) => {
  if (uid === undefined) return {};
  const row = await db.selectFrom('employee').select('version').where('id', '=', uid).executeTakeFirst();
  return { person: row?.version ?? 0 };
};
