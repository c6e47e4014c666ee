import type { Parsed, Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { setDiff, setGet, testRun } from '../../common/draft.contract.ts';
import type { FileRuleContent, RuleSetContent, SendContent } from '../rule/content.ts';
import { readDraft } from '../rule/read-book.ts';
import { openDraft } from './draft.ts';
import { differences, publishedSet, same } from './published.ts';
import { idsOfRule, namesIn, ruleSentence, sendSentence, type Names } from './sentence.ts';
import { runTests } from './tests.ts';

const namedIn = ({ rules, sends }: RuleSetContent): string[] => [
  ...rules.flatMap(idsOfRule),
  ...sends.flatMap(({ who, targets }) => [...who, ...targets].map(({ id }) => id)),
];

const inOrder = <R extends { priority: number }>(rows: readonly R[]): R[] => rows.toSorted((one, other) => one.priority - other.priority);

/** What a version holds, each rule in a sentence. */
async function readSet(call: Call, number: number): Promise<Reply<typeof setGet>> {
  call.caller.scope();
  const { content, ...set } = await publishedSet(call.db, number);
  const [named, names] = [await namesIn(call, namedIn(content)), await namesOf(call, [set.by])];
  const base = ({ id, name, enabled, priority }: FileRuleContent | SendContent) => ({ id, name, enabled, priority });
  const { segments, actions, exceptions, sendDefault } = content.outer;
  return {
    number: set.number,
    note: set.note,
    publishedAt: set.at,
    publishedBy: names(set.by),
    hash: set.hash,
    rules: inOrder(content.rules).map((rule) => ({
      ...base(rule),
      kind: rule.kind,
      mode: rule.mode,
      sentence: ruleSentence(call, named, rule),
    })),
    sends: inOrder(content.sends).map((send) => ({ ...base(send), sentence: sendSentence(call, named, send) })),
    outer: { segments: segments.length, actions: actions.length, exceptions: exceptions.length, sendDefault },
  };
}

/** How two versions differ, row by row. */
async function compare(call: Call, { from, to }: Parsed<typeof setDiff>): Promise<Reply<typeof setDiff>> {
  call.caller.scope();
  const before = (await publishedSet(call.db, from)).content;
  const after = to === undefined ? await readDraft(call.db) : (await publishedSet(call.db, to)).content;
  const names = await namesIn(call, [...namedIn(before), ...namedIn(after)]);
  return {
    list: differences(before, after).map((one) => {
      const [old, now] = [rowIn(before, one), rowIn(after, one)];
      const fields = old && now ? Object.keys(now).filter((name) => !same(Reflect.get(old, name), Reflect.get(now, name))) : [];
      return { ...one, before: sentenceOf(call, names, old), after: sentenceOf(call, names, now), fields };
    }),
  };
}

type Row = FileRuleContent | SendContent | RuleSetContent['outer'];

function rowIn({ rules, sends, outer }: RuleSetContent, { kind, id }: { kind: string; id: string }): Row | undefined {
  if (kind === 'outerNet') return outer;
  return kind === 'fileRule' ? rules.find((row) => row.id === id) : sends.find((row) => row.id === id);
}

function sentenceOf(call: Call, names: Names, row: Row | undefined): string {
  if (!row || !('name' in row)) return '';
  return 'kind' in row ? ruleSentence(call, names, row) : sendSentence(call, names, row);
}

/** Versions in full, how they differ, and the saved tests. */
export const setRoutes: readonly BoundRoute[] = [
  handle(setGet, (call, { number }) => readSet(call, number)),
  handle(setDiff, compare),
  handle(testRun, async (call, { set }) => {
    call.caller.scope();
    const { book, draft } = await openDraft(call);
    const list = await runTests(call.services, call.db, { book, set: set === 'draft' ? draft : book.published });
    return { list, failed: list.filter(({ passed }) => !passed).length };
  }),
];
