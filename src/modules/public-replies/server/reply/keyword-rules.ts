import { sql } from 'kysely';
import type { Audience } from '#kit/common/audience.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import { assertWorks } from '#modules/public-accounts/server/public.ts';
import { assertContent } from '#modules/public-content/server/public.ts';
import type { Answer, Keyword } from '../../common/reply/reply-fields.ts';
import { replyLimits } from '../../common/reply/words.ts';
import { patternFault } from './matcher.ts';
import { plain } from './plain.ts';

interface RuleFields {
  readonly snoId: string;
  readonly name: string;
  readonly keywords: readonly Keyword[];
  readonly answers: readonly Answer[];
  readonly members: Audience;
}
/** A write of a rule. */
export type RuleOperation = Operation<RuleFields>;

/** The content that answers name. */
export const contentIn = (answers: readonly Answer[]) => answers.flatMap((one) => ('content' in one ? [one.content] : []));

const coded = (path: string, answer: number, params?: Record<string, unknown>): OperationIssue => ({
  path,
  namespace: 'public-accounts',
  key: `error.${answer}`,
  ...(params && { params }),
});

/**
 * Runs a write of one rule. What a rule of this area says has a code of its own there; in a plan of many rules the same stands at the line.
 */
export async function withCodes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    for (const { namespace, key, path, params } of error.issues) {
      if (namespace === 'public-accounts' && key?.startsWith('error.')) throw new Refusal(Number(key.slice('error.'.length)), params);
      if (key === 'issue.notThere' && path === 'answers') throw notFound();
    }
    throw error;
  }
}

interface Known {
  readonly id: string;
  readonly name: string;
  readonly keywords: readonly Keyword[];
}

const exactOf = (keywords: readonly Keyword[]): { mark: string; text: string }[] =>
  keywords.filter(({ match }) => match === 'exact').map(({ text, language }) => ({ mark: `${language ?? ''} ${plain(text)}`, text }));

/** A pattern that is refused (15031), a keyword that nothing is left of, and the same exact keyword in another rule (15030). */
function keywordIssue({ id, after }: RuleOperation, others: readonly Known[]): OperationIssue | undefined {
  const keywords = after?.keywords ?? [];
  for (const { text, match } of keywords) {
    if (match !== 'pattern' && plain(text) === '') return { path: 'keywords', namespace: 'kit', key: 'issue.invalid_value' };
    const fault = match === 'pattern' ? patternFault(text) : undefined;
    if (fault !== undefined) return coded('keywords', 15031, { reason: fault === 'empty' ? text : fault });
  }
  const taken = new Map(
    others.filter((one) => one.id !== id).flatMap((one) => exactOf(one.keywords).map(({ mark }) => [mark, one.name] as const)),
  );
  const twice = exactOf(keywords).find(({ mark }) => taken.has(mark));
  return twice && coded('keywords', 15030, { k: twice.text, name: taken.get(twice.mark)! });
}

async function contentIssue(tx: Tx, snoId: string, answers: readonly Answer[]): Promise<OperationIssue | undefined> {
  try {
    await assertContent(tx, snoId, contentIn(answers));
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.answer === 15032 ? coded('answers', 15032) : { path: 'answers', namespace: 'kit', key: 'issue.notThere' };
  }
}

/** Rules of rules; whoever may not change the account's settings is refused at once. */
export async function checkRules(tx: Tx, caller: Caller, operations: readonly RuleOperation[]): Promise<Map<number, OperationIssue[]>> {
  const { rows } = await sql<{ id: string; sno: string }>`select id, sno_id as sno from keyword_reply
    where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const accountOf = new Map(rows.map(({ id, sno }) => [id, sno]));
  const issues = new Map<number, OperationIssue[]>();
  const byAccount = Map.groupBy(operations.entries(), ([, { id, before, after }]) => accountOf.get(id) ?? after?.snoId ?? before?.snoId);
  for (const [snoId, some] of byAccount) {
    if (snoId === undefined) continue;
    await assertWorks(tx, caller.scope(), snoId, 'manage');
    const { rows: others } = await sql<Known>`select id, name, keywords from keyword_reply where sno_id = ${snoId}::uuid`.execute(tx);
    // Rules that come together are compared with each other, too.
    const all = new Map(others.map((one) => [one.id, one]));
    for (const [index, operation] of some) {
      const { after, id, name } = operation;
      if (after === null) continue;
      const isNew = !all.has(id);
      const found = keywordIssue(operation, [...all.values()]) ?? (await contentIssue(tx, snoId, after.answers ?? []));
      if (found) issues.set(index, [found]);
      else if (isNew && all.size >= replyLimits.rules)
        issues.set(index, [{ path: 'name', namespace: 'public-replies', key: 'issue.mostRules', params: { n: replyLimits.rules } }]);
      if (!found) all.set(id, { id, name: after.name ?? name, keywords: after.keywords ?? all.get(id)?.keywords ?? [] });
    }
  }
  return issues;
}
