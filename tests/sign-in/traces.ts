import type { TestProduct } from '../product.ts';

/** What sign-ins leave behind, as the database holds it. */
export interface Traces {
  counts(): Promise<{ audit: number; lines: number; sessions: number }>;
  lastAudit(): Promise<{ code: number; detail: unknown } | undefined>;
  lastLine(event: 'signIn' | 'refuse' | 'signOut'): Promise<Record<string, unknown> | undefined>;
}

/** Reads the traces of sign-ins elsewhere in a product. */
export function tracesOf({ database: { db } }: TestProduct): Traces {
  const count = async (table: 'session' | 'login_log'): Promise<number> => {
    const row = await db
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  const audit = () =>
    db.selectFrom('audit_log').select(['code', 'detail']).where('operation', '=', 'login.federated').orderBy('id', 'desc').execute();
  return {
    counts: async () => ({ audit: (await audit()).length, lines: await count('login_log'), sessions: await count('session') }),
    lastAudit: async () => (await audit())[0],
    lastLine: (event) =>
      db
        .selectFrom('login_log')
        .select(['kind', 'result', 'reason', 'account', 'uid', 'factor'])
        .where('event', '=', event)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirst(),
  };
}
