import type { DigestLine } from '#modules/robots/server/public.ts';
import { openCounts } from './terminal/mine.ts';

/** The line about to-dos in the digest of somebody's assistant. */
export const todoDigest: DigestLine = async ({ database, texts, now }, { id, language }) => {
  const counts = await openCounts(database.db, id, now());
  const sum = (of: 'open' | 'overdue'): number => counts.reduce((all, one) => all + one[of], 0);
  const [open, overdue] = [sum('open'), sum('overdue')];
  if (open === 0) return null;
  return texts.text(language, 'todo-forms', overdue > 0 ? 'digest.overdue' : 'digest.open', { open, overdue });
};
