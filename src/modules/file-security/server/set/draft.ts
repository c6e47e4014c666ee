import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { lockOrder } from '#kit/server/change/lock-order.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Caller } from '#kit/server/caller.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { addressBook } from '#modules/address-groups/server/public.ts';
import { draftDiscard, draftGet, draftPublish, setList, setRestore } from '../../common/draft.contract.ts';
import { fileSecurity } from '../../common/permissions.ts';
import { outerNetId } from '../directory.ts';
import { readDraft } from '../rule/read-book.ts';
import { fileRulesOf } from '../rule/open-rules.ts';
import type { Book, RuleSet } from '../rule/book.ts';
import type { FileRuleContent, RuleSetContent, SendContent } from '../rule/content.ts';
import { compileSet, crowdsIn } from '../rule/rule-set.ts';
import { effectOf, type Effect } from './effect.ts';
import { fileRules } from './file-rules.ts';
import { outerNetKind } from './outer-net.ts';
import { differences, hashOf, publishedSet } from './published.ts';
import { fileRuleSetKind } from './rule-set.kind.ts';
import { sendUsers } from './send-users.ts';
import { runTests, type TestResult } from './tests.ts';
import { warningsOf } from './warnings.ts';

/** The draft ready to be asked, with a book that knows the dynamic groups of both. */
export async function openDraft(call: Pick<Call, 'db' | 'services'>): Promise<{ book: Book; draft: RuleSet }> {
  const book = await fileRulesOf(call.services).book();
  const draft = compileSet(0, await readDraft(call.db));
  return { draft, book: { ...book, crowds: [...new Set([...book.crowds, ...crowdsIn(draft)])] } };
}

/** Which tests and how many decisions the draft would change. */
async function judged(call: Pick<Call, 'db' | 'services'>): Promise<{ draft: RuleSet; tests: TestResult[]; effect: Effect }> {
  const { book, draft } = await openDraft(call);
  const { services, db } = call;
  return {
    draft,
    tests: await runTests(services, db, { book, set: draft }),
    effect: await effectOf(db, { book, set: draft, now: services.now() }),
  };
}

/** Who wrote the rows of the draft last. */
async function writersOf(db: Db): Promise<Map<string, { by: string | null; at: number }>> {
  const { rows } = await sql<{
    id: string;
    by: string | null;
    at: number;
  }>`select id::text as id, updated_by as by, updated_at as at from file_rule
    union all select id::text, updated_by, updated_at from file_send_user union all select 'outerNet', updated_by, updated_at from file_outer_net`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...written }) => [id, written]));
}

async function readDraftView(call: Call): Promise<Reply<typeof draftGet>> {
  const { db, services, caller } = call;
  const published = await publishedSet(db);
  const { draft, tests, effect } = await judged(call);
  const writers = await writersOf(db);
  const changes = differences(published.content, draft.content);
  const names = await namesOf(call, [published.by, ...[...writers.values()].map(({ by }) => by)]);
  const warnings = await warningsOf(db, draft.content, services.now());
  return {
    published: { number: published.number, at: published.at, by: names(published.by), note: published.note },
    changes: changes.map((one) => ({ ...one, by: names(writers.get(one.id)?.by ?? null), at: writers.get(one.id)?.at ?? null })),
    hash: hashOf(draft.content),
    tests,
    warnings: warnings.map(({ ruleId, name, key, params }) => ({
      ruleId,
      name,
      text: services.texts.text(caller.language, 'file-security', key, params),
    })),
    effect,
  };
}

async function publish(call: Call, { number, hash, note, expected }: Parsed<typeof draftPublish>): Promise<{ number: number }> {
  return call.write(async (tx) => {
    await lockOrder(tx, 'file_rule_set');
    const inside = { ...call, db: tx };
    const published = await publishedSet(tx);
    if (published.number !== number) throw new Refusal(18220, { n: published.number, m: number }, { number: published.number });
    const { draft, tests, effect } = await judged(inside);
    const current = hashOf(draft.content);
    const changes = differences(published.content, draft.content);
    if (changes.length === 0) throw new Refusal(18221);
    if (current !== hash) throw await overtaken(inside, changes.length);
    const failed = tests.filter(({ passed }) => !passed);
    if (failed.length > 0) throw new Refusal(18223, { n: failed.length }, { failed });
    if (draft.content.outer.actions.length > 0 && !(await hasInside(tx, draft))) throw new Refusal(18214);
    if (expected !== undefined && expected !== effect.newlyBlocked) throw new Refusal(18222, { n: effect.newlyBlocked }, { effect });
    const next = number + 1;
    const fields = {
      number: next,
      name: String(next),
      content: jsonOf(draft.content),
      hash: current,
      basedOn: number,
      note,
      tests: jsonOf(tests),
    };
    await createObjects(tx, call.caller, fileRuleSetKind, [{ name: String(next), path: null, fields }]);
    return { number: next };
  });
}

/** Whether any address counts as inside. */
async function hasInside(tx: Tx, { inner, outer }: Pick<RuleSet, 'inner' | 'outer'>): Promise<boolean> {
  if (inner !== null) return true;
  return outer.innerGroups && (await addressBook(tx)).groups.some(({ internal, rows }) => internal && rows > 0);
}

/** Somebody else changed the draft: who did last, and how many changes there are now (18224). */
async function overtaken(call: Call, n: number): Promise<Refusal> {
  const last = [...(await writersOf(call.db)).values()].toSorted((one, other) => other.at - one.at)[0];
  const names = await namesOf(call, [last?.by ?? null]);
  return new Refusal(18224, { name: names(last?.by ?? null), n }, { n });
}

/** Writes the content of a version into the draft: what is not in it goes, what differs changes, what is missing comes. Answers how much that was. */
async function writeDraft(tx: Tx, call: Call, content: RuleSetContent): Promise<number> {
  const draft = await readDraft(tx);
  const found = differences(draft, content);
  const caller = overAll(call.caller);
  const of = (kind: 'fileRule' | 'sendUser', change: 'added' | 'changed' | 'removed') =>
    found.filter((one) => one.kind === kind && one.change === change).map(({ id }) => id);
  const parts: readonly [name: 'fileRule' | 'sendUser', kind: Kind, rows: ReadonlyMap<string, FileRuleContent | SendContent>][] = [
    ['fileRule', asKind(fileRules.kinds), new Map(content.rules.map((row) => [row.id, row]))],
    ['sendUser', asKind(sendUsers.kinds), new Map(content.sends.map((row) => [row.id, row]))],
  ];
  for (const [name, kind, rows] of parts) {
    const fieldsOf = (id: string): Fields => {
      const { id: _id, ...fields } = rows.get(id)!;
      return jsonOf(fields);
    };
    const [removed, changed, added] = [of(name, 'removed'), of(name, 'changed'), of(name, 'added')];
    if (removed.length > 0) await removeObjects(tx, caller, kind, removed);
    if (changed.length > 0)
      await changeObjects(
        tx,
        caller,
        kind,
        changed.map((id) => ({ id, version: null, fields: withoutKind(fieldsOf(id)) })),
      );
    if (added.length > 0)
      await createObjects(
        tx,
        caller,
        kind,
        added.map((id) => ({ id, name: rows.get(id)!.name, path: null, fields: fieldsOf(id) })),
      );
  }
  if (found.some(({ kind }) => kind === 'outerNet'))
    await changeObjects(tx, caller, outerNetKind, [{ id: outerNetId, version: null, fields: jsonOf(content.outer) }]);
  return found.length;
}

/** Whoever may bring another content into the draft needs no button of the single pages for it. */
const overAll = (caller: Caller): Caller => ({
  ...caller,
  can: (code) => code.startsWith(`${fileSecurity.code}_`) || caller.can(code),
});

/** A value as the journal holds it. */
const jsonOf = (value: object): Fields => JSON.parse(JSON.stringify(value)) as Fields;

function asKind([kind]: readonly Kind[]): Kind {
  if (!kind) throw new Error('An entity has no kind');
  return kind;
}

const withoutKind = ({ kind: _kind, ...fields }: Fields): Fields => fields;

async function listSets(call: Call, { pageNum, pageSize }: Parsed<typeof setList>): Promise<Reply<typeof setList>> {
  interface Row {
    id: string;
    number: number;
    note: string;
    at: number;
    by: string | null;
    rules: number;
    sends: number;
    tests: number;
  }
  const { rows } =
    await sql<Row>`select id, number, note, created_at as at, created_by as by, jsonb_array_length(content -> 'rules') as rules,
      jsonb_array_length(content -> 'sends') as sends, jsonb_array_length(tests) as tests
    from file_rule_set order by number desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(call.db);
  const { rows: counted } = await sql<{ n: number; top: number }>`select count(*) as n, max(number) as top from file_rule_set`.execute(
    call.db,
  );
  const { n, top } = counted[0]!;
  const names = await namesOf(
    call,
    rows.map(({ by }) => by),
  );
  return {
    list: rows.map(({ at, by, ...row }) => ({ ...row, inForce: row.number === top, publishedAt: at, publishedBy: names(by) })),
    total: Number(n),
    pages: Math.ceil(Number(n) / pageSize),
  };
}

/** Operations on the draft and the published versions. */
export const draftRoutes: readonly BoundRoute[] = [
  handle(draftGet, (call) => readDraftView(call)),
  handle(draftPublish, (call, input) => publish(call, input)),
  handle(draftDiscard, (call, { hash }) =>
    call.write(async (tx) => {
      const { content } = await publishedSet(tx);
      const draft = await readDraft(tx);
      if (hashOf(draft) !== hash) throw await overtaken({ ...call, db: tx }, differences(content, draft).length);
      return { count: await writeDraft(tx, call, content) };
    }),
  ),
  handle(setList, (call, input) => listSets(call, input)),
  handle(setRestore, (call, { number }) =>
    call.write(async (tx) => {
      const { content } = await publishedSet(tx, number);
      return { count: await writeDraft(tx, call, content) };
    }),
  ),
];
