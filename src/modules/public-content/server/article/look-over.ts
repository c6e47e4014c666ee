import type { Parsed, Reply } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import type { Call } from '#kit/server/handle.ts';
import { wordsOf } from '#modules/sensitive-words/server/public.ts';
import type { articleCheck, Finding } from '../../common/article-reading.contract.ts';
import { nodesOf, wordsIn } from '../../common/body.ts';
import { firstLanguage, limits } from '../../common/words.ts';
import { contentFiles } from '../material/content-files.ts';
import { articles } from './articles.ts';
import { draftsOf, filesOf, hasText, type Draft } from './drafts.ts';

/** Milliseconds by which one language may be older than another before it is told. */
const olderMillis = 60_000;

/** Looks over what is written of an article. */
export async function lookOver(call: Call, { id }: Parsed<typeof articleCheck>): Promise<Reply<typeof articleCheck>> {
  const { db, services } = call;
  await articles.one(call, id);
  const drafts = (await draftsOf(db, [id])).get(id) ?? [];
  const findings: Finding[] = [];
  const newest = Math.max(0, ...drafts.map(({ at }) => Number(at)));
  for (const language of languages) {
    const draft = drafts.find((one) => one.language === language);
    const blocks = language === firstLanguage;
    if (!draft || (draft.title === '' && draft.body_text === '' && draft.materials.length === 0)) {
      findings.push({ kind: blocks ? 'noText' : 'missingLanguage', language, blocks, detail: '' });
      continue;
    }
    if (draft.title === '') findings.push({ kind: 'noTitle', language, blocks, detail: '' });
    else if (!hasText(draft)) findings.push({ kind: 'noText', language, blocks, detail: '' });
    if (newest - Number(draft.at) > olderMillis) findings.push({ kind: 'older', language, blocks: false, detail: '' });
    findings.push(...undescribed(draft), ...(await wordsFound(services, draft)));
  }
  findings.push(...(await heavy(call, drafts)));
  return { findings, words: Object.fromEntries(drafts.map(({ language, body_text: text }) => [language, wordsIn(text)])) };
}

function undescribed({ language, body }: Draft): Finding[] {
  const without = [...nodesOf(body)].filter(({ type, attrs }) => type === 'picture' && !attrs?.['alt']).length;
  return without === 0 ? [] : [{ kind: 'noDescription', language, blocks: false, detail: String(without) }];
}

async function wordsFound(services: Call['services'], draft: Draft): Promise<Finding[]> {
  const { language, title, digest, body_text: text } = draft;
  const verdict = await wordsOf(services).judge({ text: [title, digest, text].join('\n'), place: 'notice', uid: null });
  const found = [...new Set(verdict?.hits.filter(({ exception }) => exception === null).map(({ word }) => word.text))];
  return found.slice(0, 20).map((detail) => ({ kind: 'word', language, blocks: false, detail }));
}

async function heavy({ db }: Pick<Call, 'db'>, drafts: readonly Draft[]): Promise<Finding[]> {
  const files = await filesOf(
    db,
    drafts.flatMap(({ materials }) => materials),
  );
  const stored = await contentFiles(db, [...files.values()]);
  return drafts.flatMap(({ language, materials }) => {
    const bytes = materials.reduce((sum, one) => sum + Number(stored.get(files.get(one) ?? '')?.size ?? 0), 0);
    if (bytes <= limits.pictureBytes) return [];
    return [{ kind: 'pictureBytes' as const, language, blocks: false, detail: `${(bytes / 1024 / 1024).toFixed(1)} MiB` }];
  });
}
