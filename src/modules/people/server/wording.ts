import { code as kitCode } from '#kit/common/codes.ts';
import { InvalidInput, Refusal, stale, taken } from '#kit/server/refusal.ts';
import type { Caller } from '#kit/server/caller.ts';
import { codeIn, type ExtraValue } from '../common/extra/extra-fields.ts';
import { maskableFields } from '../common/employee-fields.ts';
import { masked } from './employee/employee.mask.ts';
import { wordedExtra } from './extra/extra.input.ts';
import { extraNamed } from './extra/extra.known.ts';

/** Rules that have a code of their own, by the key of their issue. */
const codes: Readonly<Record<string, number>> = {
  'issue.primary': 12023,
  'issue.virtualPrimary': 12005,
  'issue.circle': 12022,
  'issue.reserved': 12025,
  'issue.ownerNeeded': 12026,
  'issue.expiresNeeded': 12026,
  'issue.superior': 12027,
  'issue.lastSuper': 12131,
  'issue.owned': 12020,
  'issue.deptOfSource': 12004,
  'issue.roleAbove': 12028,
  'issue.deptUnderItself': 12001,
  'issue.deptTooDeep': 12002,
  'issue.deptNotEmpty': 12003,
  'issue.deptRoot': 12006,
  'issue.deptFull': 12007,
};
/** The code of a broken rule, by the key of its issue; undefined where it has none of its own. */
export const codeOfIssue = (key: string): number | undefined => codes[key];

const takenKeys = new Set(['issue.taken', 'issue.takenHidden', 'issue.nameTaken']);

/** Runs a write of one object; a single broken rule is answered by its own code, with the field in `data`, as forms and programs expect. */
export async function worded<T>(work: () => Promise<T>, caller?: Pick<Caller, 'language'>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = caller ? wordedExtra(thrown, caller) : thrown;
    if (error instanceof Refusal && error.answer === kitCode.stale) throw withoutSensitive(error);
    const [issue, ...others] = error instanceof InvalidInput ? error.issues : [];
    if (!issue || others.length > 0) throw error;
    const field = issue.path.split('.').at(-1) ?? issue.path;
    if (takenKeys.has(issue.key)) throw taken(field);
    const code = codes[issue.key];
    throw code === undefined ? error : new Refusal(code, issue.params ?? {}, { field });
  }
}

/** Extra values in one field, as the contract has them; sensitive ones stay out, so that the form keeps what it had. */
function withExtras(current: object): object {
  const entries = Object.entries(current) as [string, ExtraValue][];
  const target = 'parentId' in current ? 'department' : 'employee';
  const extras = entries.flatMap(([name, value]) => {
    const field = extraNamed(target, name);
    return field && !field.sensitive ? [[field.code, value] as const] : [];
  });
  return { ...Object.fromEntries(entries.filter(([name]) => codeIn(name) === undefined)), extra: Object.fromEntries(extras) };
}

/** The present object of a 10409 goes to whoever saves: what may be masked only masked. */
function withoutSensitive(error: Refusal): Refusal {
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('current' in data)) return error;
  if (typeof data.current === 'object' && data.current !== null) data.current = withExtras(data.current);
  const { current } = data;
  if (typeof current !== 'object' || current === null || !('mobile' in current)) return error;
  const texts = Object.entries(current).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return stale({ ...current, ...masked(Object.fromEntries(texts), maskableFields) });
}
