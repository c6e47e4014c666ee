import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { contactCheck, contactTrace, contactViewers, PairAnswer } from '../../common/insight.contract.ts';
import type { FieldKey } from '../../common/words.ts';
import { contactFunctions, deciders } from '../../common/words.ts';
import type { Person } from '../rule/book.ts';
import { compile, isAmong, type Viewer } from '../rule/compile.ts';
import { decide, isSeen, type Decision } from '../rule/decide.ts';
import { contactRulesOf } from '../rule/open-rules.ts';
import { readPeople } from '../rule/read-people.ts';
import { whyOf, type Eye } from '../terminal/eye.ts';
import { reading } from '../terminal/fields.ts';
import { evenly } from './concerned.ts';
import { namedPairs } from './named-pairs.ts';
import { rulesNamed } from './rule-names.ts';
import { nameOfField } from '../field/extras.ts';
import '../contacts.table.ts';

/** Above so many viewers a part of them stands for all. */
const mostViewers = 20_000;
const lookedAt = 5_000;
const batch = 1_000;

async function assertInRange({ db, caller, services }: Call, ids: readonly string[]): Promise<void> {
  const range = caller.scope();
  const wanted = [...new Set(ids)];
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from employee e where e.id = any(${wanted}::uuid[]) and e.status not in ('deleted', 'left')
    and ${services.directory.employeeInRange(range, 'e.id')}`.execute(db);
  if (rows[0]!.n < wanted.length) throw range.all ? notFound() : outOfRange();
}

/** Pairs, decided, each with the steps. */
export async function checkPairs(call: Call, input: Parsed<typeof contactCheck>): Promise<Reply<typeof contactCheck>> {
  const { named, unknown } = await namedPairs(call, input.named);
  const pairs = [...input.pairs, ...named];
  const ids = pairs.flatMap(({ viewerId, targetId }) => [viewerId, targetId]);
  await assertInRange(call, ids);
  const { db, services, caller } = call;
  const book = await contactRulesOf(services).book();
  const people = await readPeople(db, ids, book.crowds);
  const viewers = new Map<string, Viewer>();
  const preview = { range: caller.scope(), named: await rulesNamed(call, book) };
  const list = pairs.flatMap(({ viewerId, targetId }) => {
    const [from, target] = [people.get(viewerId), people.get(targetId)];
    if (!from || !target) return [];
    const viewer = viewers.get(viewerId) ?? compile(book, from, services.now());
    viewers.set(viewerId, viewer);
    return [pairOf({ db, services, viewer, language: caller.language, preview }, target)];
  });
  return { list, unknown };
}

function pairOf(eye: Eye & Required<Pick<Eye, 'preview'>>, target: Person): PairAnswer {
  const { viewer } = eye;
  const { named } = eye.preview;
  const decision = decide(viewer, target);
  const everyone = eye.services.texts.text(eye.language, 'kit', 'role.everyone');
  return {
    viewerId: viewer.person.id,
    viewerName: viewer.person.name,
    targetId: target.id,
    targetName: target.name,
    tree: decision.tree,
    search: decision.search,
    exact: [...decision.exact],
    why: whyOf(eye, decision),
    specials: viewer.specials
      .filter(({ rule }) => isAmong(viewer.book, rule.belongs, target, viewer.now))
      .map(({ rule, exception, within }) => ({
        ...named({ id: rule.id, name: rule.name }),
        mode: rule.mode,
        decides: decision.limit?.id === rule.id || (decision.by === 'special' && decision.rule?.id === rule.id),
        exempt: exception || within,
      })),
    roles: decision.parts.map(({ part, tree, search }) => ({
      ...named({ id: part.roleId, name: part.builtIn ? everyone : part.name }),
      tree,
      search,
    })),
    fields: viewer.book.fields.map((field) => ({
      key: field.fieldKey,
      name: nameOfField(eye.services.texts, eye.language, field.fieldKey),
      state: stateOf(viewer, target, decision, field.fieldKey),
    })),
    functions: contactFunctions.filter((one) => decision.functions.has(one)),
  };
}

function stateOf(viewer: Viewer, target: Person, decision: Decision, key: FieldKey): PairAnswer['fields'][number]['state'] {
  const field = viewer.book.fields.find(({ fieldKey }) => fieldKey === key);
  const read = field && isSeen(decision) ? reading(viewer, target, decision, field) : undefined;
  if (!read) return 'hidden';
  return read.mask === 'none' ? 'clear' : 'masked';
}

/** How many see somebody, or read a field of them, and by which rule. */
export async function viewersOf(call: Call, { targetId, field }: Parsed<typeof contactViewers>): Promise<Reply<typeof contactViewers>> {
  await assertInRange(call, [targetId]);
  const { db, services, caller } = call;
  const book = await contactRulesOf(services).book();
  const target = (await readPeople(db, [targetId], book.crowds)).get(targetId);
  if (!target) throw notFound();
  const { rows } = await sql<{ id: string }>`select e.id from employee e where e.status = 'active' and e.id <> ${targetId}::uuid
    and ${services.directory.employeeAmongRange(caller.scope(), 'e.id')} order by e.id`.execute(db);
  const estimate = rows.length > mostViewers;
  const looked = estimate ? evenly(rows, lookedAt) : rows;
  const preview = { range: caller.scope(), named: await rulesNamed(call, book) };
  const byRule = new Map<string, Reply<typeof contactViewers>['byRule'][number]>();
  const sample: { id: string; name: string }[] = [];
  let count = 0;
  for (let at = 0; at < looked.length; at += batch) {
    const people = await readPeople(
      db,
      looked.slice(at, at + batch).map(({ id }) => id),
      book.crowds,
    );
    for (const person of people.values()) {
      const viewer = compile(book, person, services.now());
      const decision = decide(viewer, target);
      if (!isSeen(decision) || (field && stateOf(viewer, target, decision, field) === 'hidden')) continue;
      count += 1;
      if (sample.length < 20) sample.push({ id: person.id, name: person.name });
      const why = whyOf({ db, services, viewer, language: caller.language, preview }, decision);
      const key = `${why.by}:${why.ruleId}`;
      const known = byRule.get(key) ?? { by: why.by, ruleId: why.ruleId, ruleName: why.ruleName, count: 0 };
      byRule.set(key, { ...known, count: known.count + 1 });
    }
  }
  const share = looked.length === 0 ? 1 : rows.length / looked.length;
  const scaled = (n: number): number => Math.round(n * share);
  return {
    count: scaled(count),
    of: rows.length,
    byRule: [...byRule.values()].map((one) => ({ ...one, count: scaled(one.count) })).toSorted((one, other) => other.count - one.count),
    sample,
    estimate,
  };
}

/** What stands behind a code that a terminal showed; as unknown where one of the two lies out of range. */
export async function traceOf(call: Call, ref: string): Promise<Reply<typeof contactTrace>> {
  const { db, caller, services } = call;
  const row = await db.selectFrom('contact_trace').selectAll().where('ref', '=', ref.toUpperCase()).executeTakeFirst();
  const range = caller.scope();
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select e.id, e.name from employee e where e.id = any(${row ? [row.viewer_id, row.target_id] : []}::uuid[])
    and ${services.directory.employeeInRange(range, 'e.id')}`.execute(db);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  if (!row || !names.has(row.viewer_id) || !names.has(row.target_id)) throw range.all ? notFound() : outOfRange();
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  const named = await rulesNamed(call, await contactRulesOf(services).book());
  const rule = row.rule_name === '' ? { id: row.rule_id, name: '' } : named({ id: row.rule_id ?? '', name: row.rule_name });
  return {
    ref: row.ref,
    at: row.at,
    viewer: person(row.viewer_id),
    target: person(row.target_id),
    asked: row.asked,
    why: { step: row.step, by: deciders.find((one) => one === row.decider) ?? 'nothing', ruleId: rule.id || null, ruleName: rule.name },
  };
}
