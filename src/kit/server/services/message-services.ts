import type { Language } from '#kit/common/language.ts';
import type { WordBook } from '../audit/words.ts';
import type { Mails } from '../mail/open-mails.ts';
import type { Texts } from '../texts.ts';
import type { Warnings } from '../warning/open-warnings.ts';

/** News to browsers that are open now; nothing is kept. */
export interface Live {
  /** To one person's browsers, or to all. `topic` like `job`, `entity`, `session`. */
  send(to: { uid: string } | 'everybody', topic: string, data: unknown): Promise<void>;
  /** Hears what is sent to this person, on whatever node; returns the way to end that. `ended` tells that the server drains. */
  listen(uid: string, listener: { news(topic: string, data: unknown): void; ended(): void }): () => void;
  /** Ends all listening: before the server closes. */
  close(): void;
}

/** Texts, and how people are reached. */
export interface MessageServices {
  readonly texts: Texts;
  readonly languages: readonly Language[];
  /** Sentences of the audit words. */
  readonly words: WordBook;
  /** Opens and resolves alerts. */
  readonly warnings: Warnings;
  readonly mails: Mails;
  readonly live: Live;
}
