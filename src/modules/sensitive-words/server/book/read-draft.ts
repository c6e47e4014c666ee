import type { Db } from '#kit/server/directory.ts';
import type { BookContent } from '../words/word-book.ts';
import { wordSettings } from '../setting.ts';
import '../words.table.ts';

/** The list as it would be published now: enabled words and all exceptions that have not expired. */
export async function readDraft(db: Db, now: number): Promise<BookContent> {
  const [setting, words, exceptions] = await Promise.all([
    wordSettings.read(db),
    db
      .selectFrom('sensitive_word')
      .leftJoin('word_category', 'word_category.id', 'sensitive_word.category_id')
      .selectAll('sensitive_word')
      .select('word_category.on_terminal')
      .where('enabled', '=', true)
      .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
      .orderBy('word')
      .orderBy('sensitive_word.id')
      .execute(),
    db
      .selectFrom('word_exception')
      .select(['text', 'until'])
      .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
      .orderBy('text')
      .execute(),
  ]);
  return {
    folding: { foldAccents: setting.foldAccents, digitsAsLetters: setting.digitsAsLetters, foldTraditional: setting.foldTraditional },
    words: words.map((row) => ({
      id: row.id,
      text: row.word,
      level: row.level,
      match: row.match_kind,
      gap: row.gap,
      places: row.places,
      senders: row.senders,
      replacement: row.replacement,
      observe: row.observe,
      until: row.until,
      ...(row.on_terminal && { onTerminal: true }),
    })),
    exceptions,
    blockText: setting.blockText,
  };
}
