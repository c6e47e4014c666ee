import { sql } from 'kysely';
import { inEach, type LocalDraft, type LocalText } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { standingsOf } from './fans.ts';

/** An account that reaches somebody, for areas that name accounts. */
export interface AccountFor {
  readonly id: string;
  readonly code: string;
  readonly name: LocalText;
  readonly type: 'subscription' | 'service';
}

/** The enabled accounts that somebody follows, in the order of terminals. */
export async function accountsFor(db: Db, employeeId: string): Promise<AccountFor[]> {
  const ids = (await standingsOf(db, employeeId)).flatMap(({ snoId, follows }) => (follows ? [snoId] : []));
  const { rows } = await sql<{ id: string; code: string; name: LocalDraft; type: 'subscription' | 'service' }>`select id, code, name, type
    from sno where id = any(${ids}::uuid[]) order by position, code`.execute(db);
  return rows.map((row) => ({ ...row, name: inEach(row.name) }));
}
