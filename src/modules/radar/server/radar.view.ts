import { fill } from '#kit/common/catalogs.ts';
import { pick } from '#kit/common/language.ts';
import type { Selectable } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { WarningFacts } from '#kit/common/warning/warning-facts.ts';
import { namesSeen } from '#kit/server/names-seen.ts';
import type { RadarFact } from '#kit/server/radar-kind.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { factText } from '#kit/server/warning/warning-text.ts';
import { directory } from '#modules/people/server/public.ts';
import type { RadarDetail, RadarRow, RadarState } from '../common/radar.contract.ts';
import { kindNamed } from './kinds.ts';
import type { RadarItemTable } from './radar.table.ts';
import { expiryWarning } from './notify.ts';

/** An item as it is read. */
export type RadarItem = Selectable<RadarItemTable> & { state: RadarState; last_notice_at: number | null };

interface Reader {
  db: Db;
  services: Services;
  caller: Caller;
}

/** Items as the contract shows them, in the reader's language. */
export async function radarViews({ db, services, caller }: Reader, rows: readonly RadarItem[]): Promise<RadarRow[]> {
  const { language } = caller;
  const { words } = services;
  const range = caller.scope();
  const owners = await directory.people(
    db,
    rows.flatMap((row) => row.owner_id ?? []),
    language,
    range,
  );
  const departments = await directory.departments(
    db,
    rows.flatMap((row) => row.dept_id ?? []),
    language,
    range,
  );
  return rows.map((row) => {
    const kind = kindNamed(services, row.kind);
    return {
      ...stampsOf(row),
      kind: row.kind,
      title: kind ? pick(kind.title, language) : row.kind,
      module: kind?.module ?? '',
      moduleName: kind ? words.moduleName(kind.module, language) : '',
      objectKind: row.object_kind,
      objectId: row.object_id,
      name: row.names ? pick(row.names, language) : row.name,
      origin: row.origin,
      measure: kind?.measure ?? 'end',
      state: row.state,
      dueAt: row.due_at,
      since: row.since,
      deptId: row.dept_id,
      deptName: row.dept_id === null ? null : (departments.get(row.dept_id)?.name ?? null),
      ownerId: row.owner_id,
      owner: row.owner_id === null ? null : (owners.get(row.owner_id)?.name ?? null),
      snoozedUntil: row.snoozed_until !== null && row.snoozed_until > services.now() ? row.snoozed_until : null,
      reason: row.reason || null,
      remindDays: row.remind_days,
      lastNoticeAt: row.last_notice_at,
      nextStep: kind ? pick(kind.nextStep, language) : '',
      link: row.origin === 'hand' ? row.link : (kind?.link({ objectId: row.object_id, facts: row.facts }) ?? null),
    };
  });
}

async function factsOf(
  { db, services, caller }: Reader,
  forms: Readonly<Record<string, RadarFact>>,
  facts: WarningFacts,
): Promise<RadarDetail['facts']> {
  const { language } = caller;
  const reader = { directory: services.directory, range: caller.scope(), language };
  const shown: RadarDetail['facts'] = [];
  for (const [name, { label, as, personIn }] of Object.entries(forms)) {
    const value = facts[name];
    if (value === undefined) continue;
    const text = factText(value, { as }, { language });
    const uid = personIn === undefined ? undefined : facts[personIn];
    const [told = text] =
      personIn === undefined ? [] : await namesSeen(db, reader, [{ uid: typeof uid === 'string' ? uid : null, name: text }]);
    shown.push({ name, label: pick(label, language), value: told });
  }
  return shown;
}

/** One item with what stops working. */
export async function radarDetailOf(reader: Reader, row: RadarItem): Promise<RadarDetail> {
  const { services, caller } = reader;
  const { language } = caller;
  const [view] = await radarViews(reader, [row]);
  const kind = kindNamed(services, row.kind);
  const facts = await factsOf(reader, kind?.facts ?? {}, row.facts);
  const values = { ...Object.fromEntries(facts.map((fact) => [fact.name, fact.value])), name: view!.name };
  const teller = kind?.quiet ? undefined : services.warnings.kindOf(kind?.toldBy ?? expiryWarning.kind);
  return {
    ...view!,
    impact: row.impact !== '' || !kind ? row.impact : fill(pick(kind.impact, language), values),
    facts,
    quiet: kind?.quiet ?? false,
    reminds: !kind?.quiet && kind?.toldBy === undefined,
    toldBy: teller ? pick(teller.title, language) : null,
  };
}
