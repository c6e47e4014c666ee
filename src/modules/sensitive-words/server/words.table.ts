import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { LocalText } from '#kit/common/language.ts';
import type { HitDecision, WordLevel, WordPlace } from '../common/word-facts.ts';
import type { sensitiveWord, wordCategory, wordException } from '../common/word.contract.ts';

/** How texts are compared; one row. */
export interface WordSettingTable {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  fold_accents: boolean;
  digits_as_letters: boolean;
  fold_traditional: boolean;
  block_text: LocalText;
  evidence_days: number;
  blocks_per_day: number;
  terminal_check: boolean;
}

/** Published lists; the greatest number decides. */
export interface WordVersionTable {
  number: number;
  id: string;
  words: number;
  exceptions: number;
  note: string;
  published_at: number;
  published_by: string | null;
  /** gzip of the list as JSON. */
  book: Buffer;
}

/** Words that were found in texts. */
export interface WordHitTable {
  id: string;
  at: number;
  word_id: string;
  word: string;
  list_number: number;
  level: WordLevel;
  observe: boolean;
  place: WordPlace;
  sender_id: string | null;
  /** The word under which the refusal of the message is kept; null where it was not refused. */
  ref: string | null;
  /** The text, sealed; null once it is no longer kept for reviewers. */
  sealed_text: string | null;
  decision: HitDecision;
  decided_by: string | null;
  decided_at: number | null;
  note: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    sensitive_word: CrudTable<typeof sensitiveWord, { text: 'word'; match: 'match_kind' }>;
    word_category: CrudTable<typeof wordCategory>;
    word_exception: CrudTable<typeof wordException>;
    word_setting: WordSettingTable;
    word_version: WordVersionTable;
    word_hit: WordHitTable;
  }
}
