import { useCallback, useEffect, useRef, useState } from 'react';
import { languages, type Language } from '#kit/common/language.ts';
import { code } from '#kit/common/codes.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError, fieldOf } from '#kit/console/call/call-error.ts';
import { article, articleUpdate, type ArticleDetail, type ArticleText } from '../../common/article.contract.ts';
import { emptyBody, type BodyNode } from '../../common/body.ts';
import { queryClient } from '#kit/console/shell/query-client.ts';
import { invalidate, queryKeyOf } from '#kit/console/page/query.ts';

/** Milliseconds after which what was typed is saved. */
const saveMillis = 5000;

/** A text that is written. */
export interface Writing {
  readonly title: string;
  readonly digest: string;
  readonly body: BodyNode;
}
/** How saving stands. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed';

/** Two texts of one language, of which one must be chosen. */
export interface Conflict {
  readonly language: Language;
  readonly mine: Writing;
  readonly theirs: ArticleText;
}

/** What is written of an article, and how it is saved. */
export interface DraftDesk {
  readonly texts: Readonly<Partial<Record<Language, Writing>>>;
  readonly state: SaveState;
  readonly savedAt: number | null;
  readonly conflict: Conflict | undefined;
  /** Counts replacements from outside: the body's editor begins again. */
  readonly round: number;
  change(language: Language, part: Partial<Writing>): void;
  save(): Promise<boolean>;
  /** Ends the conflict: with what was written here, or with what stands on the server. */
  settle(keep: 'mine' | 'theirs'): void;
}

type Texts = Partial<Record<Language, Writing>>;
type Revisions = Partial<Record<Language, number>>;

const writingsOf = ({ texts }: ArticleDetail): Texts =>
  Object.fromEntries(
    languages.flatMap((one) => (texts[one] ? [[one, { title: texts[one].title, digest: texts[one].digest, body: texts[one].body }]] : [])),
  );
const revisionsOf = ({ texts }: ArticleDetail): Revisions => Object.fromEntries(languages.map((one) => [one, texts[one]?.revision ?? 0]));

/** Keeps what is written, saves it every five seconds, again after a lost connection, and shows both texts where somebody else changed the same language. */
export function useDraft(stored: ArticleDetail): DraftDesk {
  const [texts, setTexts] = useState<Texts>(() => writingsOf(stored));
  const [state, setState] = useState<SaveState>('saved');
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Conflict>();
  const [round, setRound] = useState(0);
  const desk = useRef({ texts, base: revisionsOf(stored), version: stored.version, dirty: new Set<Language>(), running: false });
  const put = useCallback((next: Texts) => {
    desk.current.texts = next;
    setTexts(next);
  }, []);
  const take = useCallback((kept: ArticleDetail) => {
    desk.current.version = kept.version;
    queryClient.setQueryData(queryKeyOf(article.get, { id: kept.id }), kept);
  }, []);
  const save = useCallback(async (): Promise<boolean> => {
    const now = desk.current;
    if (now.running) return false;
    const sent = [...now.dirty];
    if (sent.length === 0) return true;
    now.running = true;
    now.dirty = new Set();
    setState('saving');
    const drafts = Object.fromEntries(
      sent.map((one) => [one, { base: now.base[one] ?? 0, ...(now.texts[one] ?? { title: '', digest: '', body: emptyBody }) }]),
    );
    try {
      const kept = await call(articleUpdate, { id: stored.id, version: now.version, texts: drafts }, { silent: [code.stale, 'canceled'] });
      now.base = { ...now.base, ...Object.fromEntries(sent.map((one) => [one, kept.texts[one]?.revision ?? 0])) };
      take(kept);
      setSavedAt(Date.now());
      setState(now.dirty.size > 0 ? 'unsaved' : 'saved');
      void invalidate(article.list);
      return true;
    } catch (error) {
      for (const one of sent) now.dirty.add(one);
      setState('failed');
      if (!(error instanceof CallError)) throw error;
      const current = error.code === code.stale ? (fieldOf(error.data, 'current') as ArticleDetail | undefined) : undefined;
      const language = sent.find((one) => (current?.texts[one]?.revision ?? 0) !== (now.base[one] ?? 0));
      const theirs = language && current?.texts[language];
      if (language && theirs && now.texts[language]) setConflict({ language, mine: now.texts[language], theirs });
      return false;
    } finally {
      now.running = false;
    }
  }, [stored.id, take]);
  const isOpen = conflict === undefined;
  useEffect(() => {
    const timer = setInterval(() => {
      if (isOpen) void save();
    }, saveMillis);
    return () => clearInterval(timer);
  }, [save, isOpen]);
  const change = useCallback(
    (language: Language, part: Partial<Writing>) => {
      const before = desk.current.texts[language] ?? { title: '', digest: '', body: emptyBody };
      put({ ...desk.current.texts, [language]: { ...before, ...part } });
      desk.current.dirty.add(language);
      setState('unsaved');
      if (part.body !== undefined && part.title !== undefined) setRound((one) => one + 1);
    },
    [put],
  );
  const settle = (keep: 'mine' | 'theirs'): void => {
    if (!conflict) return;
    const { language, theirs } = conflict;
    desk.current.base = { ...desk.current.base, [language]: theirs.revision };
    if (keep === 'theirs') {
      put({ ...desk.current.texts, [language]: { title: theirs.title, digest: theirs.digest, body: theirs.body } });
      desk.current.dirty.delete(language);
      setRound((one) => one + 1);
      setState(desk.current.dirty.size > 0 ? 'unsaved' : 'saved');
    }
    setConflict(undefined);
    if (keep === 'mine') void save();
  };
  return { texts, state, savedAt, conflict, round, change, save, settle };
}
