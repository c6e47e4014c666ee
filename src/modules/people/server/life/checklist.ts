import { sql } from 'kysely';
import { pick, type Language, type LocalText } from '#kit/common/language.ts';
import type { HoldingChoice } from '#kit/common/holding.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Call } from '#kit/server/handle.ts';
import { holdingOrder, type HeldObject, type HoldingKind } from '#kit/server/holdings.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { clock } from '#platform/clock.ts';
import type { HoldingRow, LifeStep } from '../../common/life/life-fields.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { dayIn } from './life-day.ts';
import type { KeptStep } from './life.table.ts';
import { failureText } from './life-failure.ts';

const sampleSize = 10;

/** The last step: the person has left. */
export const leftStep = 'left';
const leftTitle: LocalText = { zh_CN: '状态变为已离职', en_US: 'The person has left', ja_JP: '状態を退職済みに変更' };

/** Who reads a checklist. */
export type Reader = Pick<Call, 'db' | 'services' | 'caller'>;

/** Everything that people hold, in the order in which it is dealt with. */
export const holdingsInOrder = ({ holdings }: Pick<Services, 'holdings'>): HoldingKind[] =>
  holdingOrder.flatMap((order) => holdings.filter((one) => one.order === order));

/** What each sort of holding comes to for these people together; sorts of which nobody holds anything are left out. */
export async function holdingsOf({ db, services, caller }: Reader, ids: readonly string[]): Promise<HoldingRow[]> {
  const rows: HoldingRow[] = [];
  for (const kind of holdingsInOrder(services)) {
    const counts = await kind.count(db, ids);
    const holders = ids.filter((id) => (counts.get(id) ?? 0) > 0);
    if (holders.length === 0) continue;
    const sample: HeldObject[] = [];
    for (const id of holders) if (sample.length < sampleSize) sample.push(...(await kind.sample(db, id, sampleSize - sample.length)));
    const shown = await inRange({ db, services, caller }, kind, sample);
    const count = holders.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
    rows.push({ kind: kind.kind, title: pick(kind.title, caller.language), count, sample: shown, choices: [...kind.choices] });
  }
  return rows;
}

async function inRange({ db, services, caller }: Reader, { refers, visible }: HoldingKind, sample: HeldObject[]): Promise<HeldObject[]> {
  const range = caller.scope();
  if (range.all || (refers === undefined && visible === undefined)) return sample;
  const { directory } = services;
  const inside =
    visible?.(range) ?? (refers === 'employee' ? directory.employeeInRange(range, 't.id') : directory.departmentInRange(range, 't.id'));
  const { rows } = await sql<{
    id: string;
  }>`select t.id from unnest(${sample.map(({ id }) => id)}::uuid[]) as t(id) where ${inside}`.execute(db);
  const shown = new Set(rows.map(({ id }) => id));
  return sample.filter(({ id }) => shown.has(id));
}

/** Refuses what can't be chosen (10400). */
export function assertChoices({ holdings }: Pick<Services, 'holdings'>, choices: readonly { kind: string; choice: HoldingChoice }[]): void {
  for (const [at, { kind, choice }] of choices.entries()) {
    const known = holdings.find((one) => one.kind === kind);
    if (!known?.choices.includes(choice))
      throw new InvalidInput([{ path: `choices.${at}.choice`, namespace: 'user-centre', key: 'issue.option', params: { value: choice } }]);
  }
}

/** What is done with a sort: what was chosen; what needs a successor where nobody is one is not. */
export function choiceOf(
  kind: HoldingKind,
  {
    choices = [],
    successorId = null,
  }: { choices?: readonly { kind: string; choice: HoldingChoice }[] | undefined; successorId?: string | null | undefined },
): HoldingChoice {
  const chosen = choices.find((one) => one.kind === kind.kind)?.choice ?? kind.choices[0];
  return chosen === 'handOver' && successorId === null ? kind.choices[0] : chosen;
}

/** The last step as the others are; `day` is the last working day that was asked for. */
export const leaving = (day: string | null): HoldingKind => ({
  kind: leftStep,
  title: leftTitle,
  order: 'remove',
  choices: ['end'],
  count: async (_db, uids) => new Map(uids.map((uid) => [uid, 1])),
  sample: async () => [],
  apply: async (tx, { uid, caller, options }) => {
    const now = clock.now();
    const state = (await employeeKind.read(tx, [uid], true)).get(uid);
    // Put into the recycle bin meanwhile, or left by another way: there is nothing more to do.
    if (!state || state.fields['status'] === 'left') return 0;
    const zone = typeof state.fields['timeZone'] === 'string' ? state.fields['timeZone'] : null;
    const fields = { status: 'left', leftAt: now, lastWorkday: day ?? dayIn(zone, now), quarantineEndsAt: null };
    await changeObjects(tx, caller, employeeKind, [{ id: uid, version: null, fields, action: 'disable' }], options);
    return 1;
  },
});

/** A step in words. */
export function shownStep(services: Services, language: Language, step: KeptStep): LifeStep {
  const title = step.kind === leftStep ? leftTitle : services.holdings.find((one) => one.kind === step.kind)?.title;
  const { trouble, ...rest } = step;
  return { ...rest, title: title ? pick(title, language) : step.kind, trouble: failureText(services, language, trouble) };
}
