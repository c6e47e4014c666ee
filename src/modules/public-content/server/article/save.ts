import type { Parsed, Reply } from '#kit/common/contract.ts';
import { languages, type Language } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal, stale } from '#kit/server/refusal.ts';
import { assertWorks } from '#modules/public-accounts/server/public.ts';
import type { articleCopy, articleUpdate } from '../../common/article.contract.ts';
import { BodyProblem, checkBody, emptyBody, materialsOf, type BodyNode } from '../../common/body.ts';
import { foreignPictures } from '../write-rules.ts';
import { articles } from './articles.ts';
import { draftsOf, putDraft, type Draft } from './drafts.ts';

type Texts = NonNullable<Parsed<typeof articleUpdate>['texts']>;
interface Written {
  readonly language: Language;
  readonly base: number;
  readonly title: string;
  readonly digest: string;
  readonly body: BodyNode;
}

const unseen = /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;
const line = (text: string): string => text.replace(unseen, ' ').replace(/ +/g, ' ').trim().toWellFormed();

/** The texts as they are kept: 15053 with what is not allowed in a body. */
function checked(texts: Texts): Written[] {
  return languages.flatMap((language) => {
    const text = texts[language];
    if (!text) return [];
    try {
      return [{ language, base: text.base, title: line(text.title), digest: line(text.digest), body: checkBody(text.body) }];
    } catch (error) {
      if (!(error instanceof BodyProblem)) throw error;
      throw new Refusal(15053, { what: error.found }, { language, place: error.place, found: error.found });
    }
  });
}

/** The article with its row locked: 10910 (10404) where it is not seen, 65002 where the caller may not do this for its account. */
export async function lockArticle(tx: Tx, call: Pick<Call, 'caller'>, id: string, right: Parameters<typeof assertWorks>[3]) {
  const range = call.caller.scope();
  const row = await tx.selectFrom('article').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw range.all ? notFound() : outOfRange();
  await assertWorks(tx, range, row.sno_id, right);
  return row;
}

/** An article in full, read in a transaction. */
export const articleNow = (call: Call, tx: Tx, id: string) => articles.one({ ...call, db: tx }, id);

async function assertPictures(tx: Tx, snoId: string, written: readonly Written[]): Promise<void> {
  const named = written.flatMap(({ language, body }) =>
    materialsOf(body).map((materialId) => ({ index: 0, path: language, materialId, snoId })),
  );
  const [foreign] = await foreignPictures(tx, named);
  if (foreign) throw new Refusal(15053, { what: 'picture' }, { language: foreign.path, place: 'doc', found: foreign.materialId });
}

/** The article's title follows what is written: the first language, or the first that has one. */
async function followTitle(tx: Tx, call: Call, id: string): Promise<void> {
  const drafts = (await draftsOf(tx, [id])).get(id) ?? [];
  const titles = Object.fromEntries(drafts.filter(({ title }) => title !== '').map(({ language, title }) => [language, title]));
  const first = titles['zh_CN'] ?? Object.values(titles)[0];
  if (first === undefined) return;
  await changeObjects(tx, call.caller, articles.kind, [{ id, version: null, fields: { title: { ...titles, zh_CN: first } } as Fields }]);
}

/** Saves what was written: a language that somebody else changed meanwhile answers 10409 with what stands there now, and nothing is saved. */
export async function updateArticle(call: Call, input: Parsed<typeof articleUpdate>): Promise<Reply<typeof articleUpdate>> {
  const { id, version, texts = {}, ...fields } = input;
  const written = checked(texts);
  return call.write(async (tx) => {
    const row = await lockArticle(tx, call, id, 'write');
    const stored = new Map(((await draftsOf(tx, [id])).get(id) ?? []).map((draft): [Language, Draft] => [draft.language, draft]));
    if (written.some(({ language, base }) => (stored.get(language)?.revision ?? 0) !== base)) throw stale(await articleNow(call, tx, id));
    await assertPictures(tx, row.sno_id, written);
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
    if (Object.keys(given).length > 0) await changeObjects(tx, call.caller, articles.kind, [{ id, version, fields: given }]);
    const by = { id: call.caller.uid, name: call.caller.name };
    for (const { language, base: _base, ...text } of written)
      await putDraft(tx, { articleId: id, language, at: call.services.now(), by }, text);
    if (written.length > 0) await followTitle(tx, call, id);
    return articleNow(call, tx, id);
  });
}

/** Copies what is written as a new draft of the same account. */
export async function copyArticle(call: Call, { id }: Parsed<typeof articleCopy>): Promise<Reply<typeof articleCopy>> {
  return call.write(async (tx) => {
    const row = await lockArticle(tx, call, id, 'write');
    const { author, title, sno_id: snoId, group_id: groupId, source_link: sourceLink, cover_id: coverId } = row;
    const made = await articles.add(tx, call, { title, snoId, groupId, author, sourceLink, coverId });
    const by = { id: call.caller.uid, name: call.caller.name };
    for (const draft of (await draftsOf(tx, [id])).get(id) ?? []) {
      const { language, digest, body } = draft;
      await putDraft(
        tx,
        { articleId: made.id, language, at: call.services.now(), by },
        { title: draft.title, digest, body: body ?? emptyBody },
      );
    }
    return made;
  });
}
