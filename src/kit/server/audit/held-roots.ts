import type { Db } from '../directory.ts';
import './root.table.ts';

/** A root that somebody kept elsewhere. */
export interface HeldRoot {
  /** In hexadecimal. */
  readonly root: string;
  /** The line in which it stood. */
  readonly line: string;
}

/** Roots of days in a text, one a line at most: what mails and receivers of logs were told. */
export function heldRoots(text: string): HeldRoot[] {
  return text.split('\n').flatMap((line) => {
    const root = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/iu.exec(line)?.[0].toLowerCase();
    return root === undefined || /^0+$/u.test(root) ? [] : [{ root, line: line.trim() }];
  });
}

/** Returns the roots that are no root of any day here: the log was cut off, put back or written again since they left. */
export async function lostRoots(db: Db, held: readonly HeldRoot[]): Promise<HeldRoot[]> {
  const rows = await db.selectFrom('audit_root').select('root').execute();
  const present = new Set(rows.map(({ root }) => root.toString('hex')));
  return held.filter(({ root }) => !present.has(root));
}
