import { Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { pick, type Language } from '#kit/common/language.ts';
import { newRef, type SendStep, type StepFinding, type TextScreen } from '#modules/messaging/server/public.ts';
import type { WordPlace } from '../common/word-facts.ts';
import { wordsOf, type WrittenText } from './book/open-words.ts';
import { noteFound } from './many-blocks.ts';
import { wordSettings } from './setting.ts';
import type { Verdict } from './words/word-book.ts';

type Judged = Verdict & { readonly number: number };

/** Judges a text; 16065 where the list can't be read, for nothing is judged by an old one. */
async function judged(services: CoreServices, written: WrittenText): Promise<Judged | undefined> {
  try {
    return await wordsOf(services).judge(written);
  } catch (error) {
    services.log.error({ err: error }, 'The list of sensitive words could not be read');
    throw new Refusal(16065);
  }
}

/** Parts of a message that people read. */
const readParts: ReadonlySet<string> = new Set(['text', 'caption', 'title', 'name', 'address', 'content', 'description', 'note', 'sender']);

/** The texts in a body that people read. */
function partsOf(body: unknown, isRead = false): string[] {
  if (typeof body === 'string') return isRead && body !== '' ? [body] : [];
  if (Array.isArray(body)) return body.flatMap((one) => partsOf(one, isRead));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, part]) => partsOf(part, readParts.has(name)));
}

/** The body with the texts in it replaced; what is no text stays as it is. */
function replaced(body: unknown, by: ReadonlyMap<string, string>, isRead = false): unknown {
  if (typeof body === 'string') return isRead ? (by.get(body) ?? body) : body;
  if (Array.isArray(body)) return body.map((one) => replaced(one, by, isRead));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, part]) => [name, replaced(part, by, readParts.has(name))]));
}

const order = ['pass', 'flag', 'replace', 'block'] as const;
const strictest = (all: readonly Judged[]): Judged['verdict'] =>
  order.findLast((one) => all.some(({ verdict }) => verdict === one)) ?? 'pass';

/** What a sender reads: as it was published with the list. */
async function blockText(services: CoreServices, language: Language): Promise<string> {
  const list = await wordsOf(services).published();
  return pick(list?.book.content.blockText ?? (await wordSettings.read(services.database.db)).blockText, language);
}

/** Words in a message: refused, replaced, or marked for review. Each part of it is judged once. */
export const wordStep: SendStep = {
  name: 'words',
  check: async (services, { sender, target, message, tried }): Promise<StepFinding | undefined> => {
    if (!message) return undefined;
    const people: WordPlace = target.kind === 'group' ? 'group' : 'single';
    const place: WordPlace = message.kind === 'card' ? 'card' : sender.kind === 'robot' ? 'robot' : people;
    const uid = sender.kind === 'employee' ? sender.id : null;
    const named = message.files.map(({ name }) => name);
    const texts = [...new Set([...partsOf(message.body), ...named])];
    const found = new Map<string, Judged>();
    for (const text of texts) {
      const verdict = await judged(services, { text, place, uid });
      if (verdict && verdict.hits.length > 0) found.set(text, verdict);
    }
    if (found.size === 0) return undefined;
    const verdict = strictest([...found.values()]);
    const ref = verdict === 'block' ? newRef() : null;
    if (!tried) for (const [text, one] of found) await noteFound(services, { verdict: one, written: { text, place, uid }, ref });
    if (verdict === 'pass') return undefined;
    if (ref !== null) return { refused: { code: 16061, ref, data: { text: await blockText(services, sender.language) } } };
    if (verdict === 'flag') return { change: { flags: ['word'] } };
    const by = new Map([...found].map(([text, one]) => [text, one.text]));
    const body = replaced(message.body, by) as Record<string, unknown>;
    // The name that a file was uploaded under is shown where the message gives it none.
    const [name] = named;
    const renamed = name !== undefined && by.has(name) && body['name'] === undefined ? { ...body, name: by.get(name) } : body;
    return { change: { body: renamed, flags: ['word'] } };
  },
};

/** Words in names and notices: refused or replaced before they are kept. */
export const textScreenOf =
  (services: CoreServices): TextScreen =>
  async (written) => {
    const found = await judged(services, written);
    if (!found || found.hits.length === 0) return written.text;
    await noteFound(services, { verdict: found, written, ref: null });
    if (found.verdict === 'block') throw new Refusal(16061);
    return found.text;
  };
