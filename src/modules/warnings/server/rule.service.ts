import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { systemUid } from '#kit/server/caller.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { InvalidInput, notFound, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import type { KnownWarningKind } from '#kit/server/warning/warning-kind.ts';
import type { WarningRuleTable } from '#kit/server/warning/warning.table.ts';
import { mostOwnRules, type ruleAdd, type ruleList, type RuleRow, type ruleUpdate } from '../common/rule.contract.ts';
import { warningRuleKind } from './rule.kind.ts';
import { assertSiteWide } from './site-wide.ts';

/** Gives each kind its shipped rule; those that are there stay as the administrators have them. */
export async function seedRules({ database, warnings, now }: Pick<Services, 'database' | 'warnings' | 'now'>): Promise<void> {
  const rules = warnings.kinds.map((kind) => ({
    id: newId(),
    kind: kind.kind,
    enabled: !kind.off,
    for_minutes: kind.forMinutes ?? 0,
    clear_minutes: kind.clearMinutes ?? (kind.moment ? 1440 : 5),
    repeat_hours: kind.repeatHours ?? 24,
    digest: kind.digest ?? 'atOnce',
  }));
  await sql`insert into warning_rule (id, version, created_at, created_by, updated_at, updated_by, kind, shipped, name, enabled, for_minutes, clear_minutes, repeat_hours, digest)
    select id, 1, ${now()}, ${systemUid}, ${now()}, ${systemUid}, kind, true, kind, enabled, for_minutes, clear_minutes, repeat_hours, digest
      from jsonb_populate_recordset(null::warning_rule, ${JSON.stringify(rules)}::jsonb)
    on conflict do nothing`.execute(database.db);
}

type Row = Selectable<WarningRuleTable> & { open: number };
const columns = sql`rule.*, (select count(*) from warning where rule_id = rule.id and state in ('open', 'acknowledged')) as open`;

/** Rules, the shipped one of each kind before its own ones. */
export async function listRules(call: Call, input: Parsed<typeof ruleList>): Promise<Reply<typeof ruleList>> {
  const { caller, db, services } = call;
  assertSiteWide(caller);
  const { text, module } = input;
  // A rule of a kind that this version does not know has nothing to act on.
  const kinds = services.warnings.kinds.filter((kind) => module === undefined || kind.module === module).map(({ kind }) => kind);
  const where: RawBuilder<boolean>[] = [sql<boolean>`rule.kind = any(${kinds}::text[])`];
  if (text) {
    const named = services.warnings.kinds
      .filter(({ title }) => title[caller.language].toLowerCase().includes(text.toLowerCase()))
      .map(({ kind }) => kind);
    where.push(sql<boolean>`(rule.kind = any(${named}::text[]) or rule.name ilike ${containing(text)})`);
  }
  if (input.enabled !== undefined) where.push(sql<boolean>`rule.enabled = ${input.enabled}`);
  if (input.shipped !== undefined) where.push(sql<boolean>`rule.shipped = ${input.shipped}`);
  const order = input.sort
    ? orderOf(input.sort, { kind: sql`rule.kind`, updatedAt: sql`rule.updated_at` }, sql`rule.id`)
    : sql`rule.kind, rule.shipped desc, rule.id`;
  const { list, ...counted } = await readPage<Row>(db, { columns, from: sql`warning_rule rule`, where, order }, input);
  return { list: await views(db, call, list), ...counted };
}

/** One rule. */
export async function getRule(call: Call, db: Db, id: string): Promise<RuleRow> {
  assertSiteWide(call.caller);
  const { rows } = await sql<Row>`select ${columns} from warning_rule rule where rule.id = ${id}::uuid`.execute(db);
  const [view] = await views(db, call, rows);
  if (!view) throw notFound();
  return view;
}

async function views(db: Db, { caller, services }: Pick<Call, 'caller' | 'services'>, rows: readonly Row[]): Promise<RuleRow[]> {
  const people = await services.directory.people(
    db,
    rows.flatMap(({ owner_id }) => owner_id ?? []),
    caller.language,
  );
  return rows.flatMap((row): RuleRow[] => {
    const kind = services.warnings.kindOf(row.kind);
    if (!kind) return [];
    return [
      {
        ...stampsOf(row),
        kind: row.kind,
        title: kind.title[caller.language],
        module: kind.module,
        moduleName: services.words.moduleName(kind.module, caller.language),
        shipped: row.shipped,
        name: row.shipped ? '' : row.name,
        match: row.match,
        enabled: row.enabled,
        severity: row.severity,
        usualSeverity: kind.severity,
        moment: kind.moment ?? false,
        forMinutes: row.for_minutes,
        clearMinutes: row.clear_minutes,
        repeatHours: row.repeat_hours,
        digest: row.digest,
        noticePersonIds: row.notice_person_ids,
        ownerId: row.owner_id,
        owner: row.owner_id === null ? null : { id: row.owner_id, name: people.get(row.owner_id)?.name ?? '' },
        parameters: row.parameters,
        parameterList: Object.entries(kind.parameters ?? {}).map(([name, { label, value, min, max }]) => ({
          name,
          label: label[caller.language],
          value: row.parameters[name] ?? value,
          min,
          max,
        })),
        open: row.open,
      },
    ];
  });
}

const knownKind = ({ warnings }: Pick<Services, 'warnings'>, kind: string): KnownWarningKind => {
  const known = warnings.kindOf(kind);
  if (!known) throw new InvalidInput([{ path: 'kind', namespace: 'warnings', key: 'issue.kind' }]);
  return known;
};

/** Adds an own rule: 20 of a kind at most. */
export async function addRule(tx: Tx, { caller, services }: Call, input: Parsed<typeof ruleAdd>): Promise<{ id: string }> {
  assertSiteWide(caller);
  knownKind(services, input.kind);
  await assertNamed(tx, services, input);
  await sql`select from warning_rule where kind = ${input.kind} and shipped for update`.execute(tx);
  const { rows } = await sql`select from warning_rule where kind = ${input.kind} and not shipped`.execute(tx);
  if (rows.length >= mostOwnRules)
    throw new InvalidInput([{ path: 'kind', namespace: 'warnings', key: 'issue.rules', params: { n: mostOwnRules } }]);
  const fields: Fields = { ...input, match: matchOf(input.match), shipped: false, parameters: {} };
  const [id] = await createObjects(tx, caller, warningRuleKind, [{ name: input.name, path: null, fields }]);
  return { id: id! };
}

const matchOf = (match: object): Fields =>
  Object.fromEntries(Object.entries(match).filter(([, value]) => value !== null && value !== undefined));

/** Who a rule names must be there. */
async function assertNamed(
  tx: Tx,
  { directory }: Pick<Services, 'directory'>,
  { noticePersonIds = [], ownerId }: { noticePersonIds?: string[] | undefined; ownerId?: string | null | undefined },
): Promise<void> {
  const found =
    noticePersonIds.length === 0 ? [] : await tx.selectFrom('notice_person').select('id').where('id', 'in', noticePersonIds).execute();
  if (found.length < new Set(noticePersonIds).size)
    throw new InvalidInput([{ path: 'noticePersonIds', namespace: 'warnings', key: 'issue.nobody' }]);
  if (ownerId && !(await directory.people(tx, [ownerId])).has(ownerId))
    throw new InvalidInput([{ path: 'ownerId', namespace: 'warnings', key: 'issue.nobody' }]);
}

/** Changes a rule; name and match are those of own rules, numbers of the condition those of the shipped one. */
export async function updateRule(tx: Tx, { caller, services }: Call, input: Parsed<typeof ruleUpdate>): Promise<void> {
  assertSiteWide(caller);
  const { id, version, match, parameters, ...rest } = input;
  const row = await tx.selectFrom('warning_rule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  if (row.shipped && (rest.name !== undefined || match !== undefined)) throw wrongState('shipped');
  const kind = knownKind(services, row.kind);
  for (const [name, value] of Object.entries(parameters ?? {})) {
    const known = kind.parameters?.[name];
    if (!row.shipped || !known || value < known.min || value > known.max)
      throw new InvalidInput([
        {
          path: `parameters.${name}`,
          namespace: 'warnings',
          key: 'issue.parameter',
          params: { min: known?.min ?? 0, max: known?.max ?? 0 },
        },
      ]);
  }
  await assertNamed(tx, services, rest);
  const fields = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Fields;
  if (match) fields['match'] = matchOf(match);
  if (parameters) fields['parameters'] = { ...row.parameters, ...parameters };
  await changeObjects(tx, caller, warningRuleKind, [{ id, version, fields }]);
}

/** Deletes own rules. */
export async function removeRules(tx: Tx, { caller }: Call, ids: readonly string[]): Promise<number> {
  assertSiteWide(caller);
  const shipped = await tx.selectFrom('warning_rule').select('id').where('id', 'in', ids).where('shipped', '=', true).executeTakeFirst();
  if (shipped) throw wrongState('shipped');
  return removeObjects(tx, caller, warningRuleKind, ids);
}
