import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { pathInRange } from '#kit/server/caller.ts';
import { previewDept, previewPerson, previewSearch, previewTree, ruleDraft, type RuleDraft } from '../../common/insight.contract.ts';
import type { Language } from '#kit/common/language.ts';
import { contactRulesOf } from '../rule/open-rules.ts';
import { decide, isSeen } from '../rule/decide.ts';
import { readPeople } from '../rule/read-people.ts';
import { whyOf, type Eye } from '../terminal/eye.ts';
import { peopleOf } from '../terminal/people.ts';
import { personCard } from '../terminal/person.ts';
import { searchPeople } from '../terminal/search.ts';
import { treeLevel } from '../terminal/tree.ts';
import { drafted } from './draft.ts';
import { rulesNamed } from './rule-names.ts';

interface Seeing {
  asEmpId: string;
  language?: Language | undefined;
  draft?: string | undefined;
}

/** The eye of an employee in the caller's range, who is no super administrator where the caller is none. */
async function eyeOf(call: Call, { asEmpId, language, draft }: Seeing): Promise<Eye> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const { rows } = await sql<{ barred: boolean }>`select ${caller.grants.superAdmin ? sql`false` : isSuper(asEmpId)} as barred
    from unnest(${[asEmpId]}::uuid[]) as m(id) where ${services.directory.employeeInRange(range, 'm.id')}`.execute(db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  if (rows[0].barred) throw outOfRange();
  const rules = contactRulesOf(services);
  const book = draft === undefined ? undefined : await drafted(db, await rules.book(), [draftOf(draft)]);
  const [viewer, named] = [await rules.viewer(asEmpId, book), await rulesNamed(call, book ?? (await rules.book()))];
  if (!viewer) throw notFound();
  caller.touch({ kind: 'employee', id: asEmpId, name: viewer.person.name, path: viewer.person.placements[0]?.path ?? null });
  return { db, services, viewer, language: language ?? caller.language, preview: { range, named } };
}

const isSuper = (id: string) => sql`exists (select from role join role_member m on m.role_id = role.id where role.is_supper_admin
  and (m.until is null or m.until > ${Date.now()}) and ((m.kind = 'employee' and m.object_id = ${id}::uuid)
    or (m.kind = 'department' and m.object_id in (select above.id from department above join department d on d.path <@ above.path
      join employee_department ed on ed.department_id = d.id where ed.employee_id = ${id}::uuid))
    or (m.kind = 'crowd' and m.object_id in (select cm.crowd_id from crowd_member cm where cm.employee_id = ${id}::uuid))))`;

function draftOf(text: string): RuleDraft {
  try {
    const found = ruleDraft.safeParse(JSON.parse(text));
    if (found.success) return found.data;
  } catch {
    // Falls through to the refusal.
  }
  throw new InvalidInput([{ path: 'draft', namespace: 'kit', key: 'issue.custom' }]);
}

async function person(call: Call, input: Parsed<typeof previewPerson>): Promise<Reply<typeof previewPerson>> {
  const eye = await eyeOf(call, input);
  const target = (await readPeople(call.db, [input.empId], eye.viewer.book.crowds)).get(input.empId);
  const range = call.caller.scope();
  if (!target || !(range.all || target.placements.some(({ path }) => pathInRange(range, path))))
    throw range.all ? notFound() : outOfRange();
  const decision = decide(eye.viewer, target);
  const step = (at: number, params: Record<string, unknown> = {}) => ({
    step: at,
    // The card speaks to whoever is looked through; the steps speak to the administrator.
    text: call.services.texts.text(call.caller.language, 'contacts', `step.${at}.${at === decision.step ? decision.by : 'passed'}`, params),
  });
  const path = [1, 2, 3, 4, 5, 6].filter((at) => at <= decision.step).map((at) => step(at, { name: whyOf(eye, decision).ruleName }));
  return { person: isSeen(decision) ? await card(eye, input) : null, why: whyOf(eye, decision), path };
}

/** The card, or none where a function is missing that it needs. */
async function card(eye: Eye, input: Parsed<typeof previewPerson>): Promise<Reply<typeof previewPerson>['person']> {
  try {
    return await personCard(eye, input);
  } catch (error) {
    if (error instanceof Refusal && (error.answer === 20030 || error.answer === 10404)) return null;
    throw error;
  }
}

/** The directory as an employee sees it, by the same code that answers their terminals. */
export const previewRoutes: readonly BoundRoute[] = [
  handle(previewTree, async (call, input) => treeLevel(await eyeOf(call, input), input)),
  handle(previewDept, async (call, input) => peopleOf(await eyeOf(call, input), input)),
  handle(previewSearch, async (call, input) => searchPeople(await eyeOf(call, input), input)),
  handle(previewPerson, (call, input) => person(call, input)),
];
