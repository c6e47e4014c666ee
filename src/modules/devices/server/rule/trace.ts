import { randomBytes } from 'node:crypto';
import type { Db } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { KeptText } from '#kit/server/texts.ts';
import type { Facts, Verdict } from './decide.ts';

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** A refusal of the same kind within this time is the same one: a terminal that asks on is not written down each time. */
const sameMillis = 60_000;
const keepMillis = 30 * 86_400_000;

const newRef = (): string => [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('');

/** Writes down what was looked at, and answers the code that opens it. */
async function writeTrace(db: Db, facts: Facts, verdict: Verdict): Promise<string> {
  const deviceId = facts.device?.id ?? null;
  const uid = facts.person?.id ?? null;
  const same = await db
    .selectFrom('sign_in_trace')
    .select('ref')
    .where('employee_id', 'is not distinct from', uid)
    .where('device_id', 'is not distinct from', deviceId)
    .where('code', '=', verdict.code)
    .where('address', '=', facts.address ?? '')
    .where('step', '=', verdict.deciding)
    .where('at', '>', facts.at - sameMillis)
    .executeTakeFirst();
  if (same) return same.ref;
  const ref = newRef();
  await db
    .insertInto('sign_in_trace')
    .values({
      ref,
      at: facts.at,
      employee_id: uid,
      device_id: deviceId,
      platform: facts.platform,
      address: facts.address ?? '',
      asked: facts.asked,
      code: verdict.code,
      step: verdict.deciding,
      rule_id: facts.rule.id,
      steps: JSON.stringify(verdict.steps),
    })
    .execute();
  return ref;
}

/** Forgets what was written down a month ago. */
export const sweepTraces = (db: Db, now: number) =>
  db
    .deleteFrom('sign_in_trace')
    .where('at', '<', now - keepMillis)
    .execute();

/** The refusal of a verdict, with the code that opens its steps. */
export async function refusalOf(db: Db, facts: Facts, verdict: Verdict): Promise<Refusal> {
  const ref = await writeTrace(db, facts, verdict);
  const { code, params, deciding } = verdict;
  return new Refusal(code, { ...params, ref, ...wordsOf(params) }, { ref, step: deciding, ...params });
}

/** What stands in a refusal as a word is said in the reader's language. */
function wordsOf(params: Verdict['params']): Record<string, unknown> {
  const said = (prefix: string, name: string): Record<string, unknown> =>
    typeof params[name] === 'string' ? { [name]: { namespace: 'devices', key: `${prefix}.${params[name]}` } } : {};
  return {
    ...said('device.state', 'state'),
    ...said('who', 'who'),
    ...(typeof params['checks'] === 'string' && { checks: checksText(params['checks'].split(', ')) }),
    ...(params['since'] !== undefined && { since: when(params['since']) }),
  };
}

/** Names of checks as one text that each reader gets in their own language. */
function checksText([first = '', ...rest]: readonly string[]): KeptText {
  const name: KeptText = { namespace: 'devices', key: `check.${first}` };
  return rest.length === 0 ? name : { namespace: 'devices', key: 'checks.joined', params: { first: name, rest: checksText(rest) } };
}

const when = (at: string | number): string => new Date(Number(at)).toISOString().slice(0, 16).replace('T', ' ');
