import { sql } from 'kysely';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import { picturesOf } from '#modules/people/server/public.ts';
import type { CanAnswer, PersonAnswer, RevealAnswer } from '../../common/terminal.contract.ts';
import type { ContactFunction, FieldKey, Place } from '../../common/words.ts';
import { contactFunctions } from '../../common/words.ts';
import { decide, isSeen } from '../rule/decide.ts';
import { readPeople } from '../rule/read-people.ts';
import { drawnOf } from './drawn.ts';
import type { Eye } from './eye.ts';
import { reading } from './fields.ts';
import { assertNotHarvesting } from './harvest.ts';
import { denier, traced } from './refuse.ts';
import { rowsOf, seenOf, type Seen } from './rows.ts';
import { extraNames, extraWords, nameOf, readValues, valueOf } from './values.ts';

const dayMillis = 86_400_000;

/** Somebody whom the viewer sees, or the answer for nobody: who is hidden and who does not exist are the same. */
async function oneSeen(eye: Eye, empId: string): Promise<Seen> {
  const [one] = await seenOf(eye, [empId]);
  if (!one || !isSeen(one.decision) || !eye.viewer.book.config.directoryOn) throw notFound();
  return one;
}

async function assertGiven(eye: Eye, { person, decision }: Seen, wanted: ContactFunction): Promise<void> {
  if (decision.functions.has(wanted)) return;
  const ref = await traced(eye, wanted, person.id, denier(decision, wanted));
  throw new Refusal(20030, { ref }, { ref });
}

/** A card: the fields that the viewer reads, what they may do, and who is reached instead. */
export async function personCard(eye: Eye, { empId, place }: { empId: string; place: Place }): Promise<PersonAnswer> {
  const one = await oneSeen(eye, empId);
  await assertGiven(eye, one, 'person.card');
  await assertNotHarvesting(eye, empId);
  const [row] = await rowsOf(eye, [one], place);
  if (!row) throw notFound();
  const { decision } = one;
  const avatar = (await picturesOf(eye.db, [empId])).get(empId) ?? null;
  return { ...row, avatar, functions: contactFunctions.filter((each) => decision.functions.has(each)), proxy: await proxyOf(eye, one) };
}

async function proxyOf(eye: Eye, { decision: { limit } }: Seen): Promise<PersonAnswer['proxy']> {
  if (limit?.mode !== 'protected' || !limit.proxyId) return null;
  const person = (await readPeople(eye.db, [limit.proxyId], eye.viewer.book.crowds)).get(limit.proxyId);
  const values = (await readValues(eye, [limit.proxyId], false)).get(limit.proxyId);
  if (person?.status !== 'active' || !values || !(await drawnOf(eye, [person.id])).has(person.id)) return null;
  const decision = decide(eye.viewer, person);
  // Who answers for somebody can be reached, also where the viewer would not see them.
  const given = isSeen(decision) ? decision.functions : new Set([...eye.viewer.functions].filter((each) => each.startsWith('reach.')));
  return { id: person.id, name: nameOf(eye, values), functions: contactFunctions.filter((each) => given.has(each)) };
}

/** Whether a function may be used with somebody. */
export async function mayUse(eye: Eye, { empId, function: wanted }: { empId: string; function: ContactFunction }): Promise<CanAnswer> {
  const one = await oneSeen(eye, empId);
  if (one.decision.functions.has(wanted)) return { allowed: true, ref: null };
  return { allowed: false, ref: await traced(eye, wanted, empId, denier(one.decision, wanted)) };
}

/** Shows a masked value clear: counted, logged, and so many a day. */
export async function revealField(
  eye: Eye,
  { empId, fieldKey, terminal = '' }: { empId: string; fieldKey: FieldKey; terminal?: string },
): Promise<RevealAnswer> {
  const one = await oneSeen(eye, empId);
  const { viewer, db, services } = eye;
  const field = viewer.book.fields.find((each) => each.fieldKey === fieldKey);
  const read = field && reading(viewer, one.person, one.decision, field);
  if (!read) throw notFound();
  await assertGiven(eye, one, 'number.reveal');
  if (!read.reveal) throw notFound();
  const all = await readValues(eye, [empId], false);
  const values = all.get(empId);
  const extras = (await extraWords(eye, all, new Set([fieldKey]))).get(empId) ?? {};
  const names = values ? await extraNames(eye, new Set([fieldKey]), [values]) : new Map<string, string>();
  const value = values ? valueOf(eye, fieldKey, { values, names, departments: [], extras }) : '';
  if (value === '') throw notFound();
  const { revealPerDay } = viewer.book.config;
  const since = Math.floor(services.now() / dayMillis) * dayMillis;
  const used = await db.transaction().execute(async (tx) => {
    // Two at once must not both be the last.
    await sql`select pg_advisory_xact_lock(hashtext('contact reveal'), hashtext(${viewer.person.id}))`.execute(tx);
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from contact_reveal where viewer_id = ${viewer.person.id}::uuid and at >= ${since}`.execute(tx);
    if (rows[0]!.n >= revealPerDay) throw new Refusal(20040);
    await tx
      .insertInto('contact_reveal')
      .values({ at: services.now(), viewer_id: viewer.person.id, target_id: empId, field_key: fieldKey, terminal })
      .execute();
    return rows[0]!.n + 1;
  });
  return { value, left: revealPerDay - used };
}
