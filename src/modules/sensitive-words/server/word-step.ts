import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { pick } from '#kit/common/language.ts';
import type { SendStep, StepFinding, TextScreen } from '#modules/messaging/server/public.ts';
import type { WordPlace } from '../common/word-facts.ts';
import { wordsOf, type WrittenText } from './book/open-words.ts';
import { writeHits } from './hits.ts';
import { readSetting } from './setting.ts';
import type { Verdict } from './words/word-book.ts';

type Judged = Verdict & { readonly number: number };

/** Judges a text and writes down what was found in it, unless nobody sends it. */
async function judged(services: CoreServices, written: WrittenText, isTried: boolean): Promise<Judged | undefined> {
  const verdict = await wordsOf(services).judge(written);
  if (!verdict || verdict.hits.length === 0) return undefined;
  if (!isTried) await writeHits(services.database.db, services, { verdict, written });
  return verdict;
}

/** Parts of a message that people read. */
const readParts: ReadonlySet<string> = new Set(['text', 'caption', 'title', 'name', 'content', 'description', 'note']);

/** The body with every part that people read replaced; what is no text stays as it is. */
async function replaced(body: unknown, change: (text: string) => Promise<string>, isRead = false): Promise<unknown> {
  if (typeof body === 'string') return isRead ? change(body) : body;
  if (Array.isArray(body)) return Promise.all(body.map((one) => replaced(one, change, isRead)));
  if (typeof body !== 'object' || body === null) return body;
  const parts = Object.entries(body).map(async ([name, part]) => [name, await replaced(part, change, readParts.has(name))] as const);
  return Object.fromEntries(await Promise.all(parts));
}

/** Words in a message: refused, replaced, or marked for review. */
export const wordStep: SendStep = {
  name: 'words',
  check: async (services, { sender, target, message, tried }): Promise<StepFinding | undefined> => {
    if (!message || message.text === '') return undefined;
    const people: WordPlace = target.kind === 'group' ? 'group' : 'single';
    const place: WordPlace = message.kind === 'card' ? 'card' : sender.kind === 'robot' ? 'robot' : people;
    const written = { text: message.text, place, uid: sender.kind === 'employee' ? sender.id : null };
    const found = await judged(services, written, tried);
    if (!found || found.verdict === 'pass') return undefined;
    if (found.verdict === 'block') {
      const { block_text: text } = await readSetting(services.database.db);
      return { refused: { code: 16061, data: { text: pick(text, sender.language) } } };
    }
    if (found.verdict === 'flag') return { change: { flags: ['word'] } };
    const change = async (text: string): Promise<string> => (await wordsOf(services).judge({ ...written, text }))?.text ?? text;
    return { change: { body: (await replaced(message.body, change)) as Record<string, unknown>, flags: ['word'] } };
  },
};

/** Words in names and notices: refused or replaced before they are kept. */
export const textScreenOf =
  (services: CoreServices): TextScreen =>
  async ({ text, place, uid }) => {
    const found = await judged(services, { text, place, uid }, false);
    if (found?.verdict === 'block') throw new Refusal(16061);
    return found?.verdict === 'replace' ? found.text : text;
  };
