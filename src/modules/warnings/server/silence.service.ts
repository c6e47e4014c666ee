import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { InvalidInput, notFound, wrongState } from '#kit/server/refusal.ts';
import { stampsOf } from '#kit/server/stamps.ts';
import { mostSilenceDays, type silenceAdd, type silenceList, type SilenceRow } from '../common/silence.contract.ts';
import type { SilenceTable } from './notice-person.table.ts';
import { silenceMatches } from './round/advance.ts';
import { isOpen, isZone } from './round/zone-time.ts';
import { silenceKind } from './silence.kind.ts';
import { assertSiteWide } from './site-wide.ts';

type Row = Selectable<SilenceTable>;
const dayMillis = 86_400_000;

/** Silences, those that end last first. */
export async function listSilences(call: Call, input: Parsed<typeof silenceList>): Promise<Reply<typeof silenceList>> {
  const { caller, db, services } = call;
  assertSiteWide(caller);
  const now = services.now();
  const where: RawBuilder<boolean>[] = [];
  if (input.current !== undefined) where.push(input.current ? sql<boolean>`until_at > ${now}` : sql<boolean>`until_at <= ${now}`);
  if (input.text) where.push(sql<boolean>`reason ilike ${containing(input.text)}`);
  const order = orderOf(input.sort ?? '-until', { until: sql`until_at`, from: sql`from_at` }, sql`id`);
  const { list, ...counted } = await readPage<Row>(db, { columns: sql`*`, from: sql`silence`, where, order }, input);
  const people = await services.directory.people(
    db,
    list.map(({ created_by }) => created_by),
    caller.language,
  );
  const rows: SilenceRow[] = [];
  for (const row of list) {
    const state = stateOf(row, now);
    rows.push({
      ...stampsOf(row),
      kind: row.kind,
      title: row.kind === null ? null : (services.warnings.kindOf(row.kind)?.title[caller.language] ?? row.kind),
      module: row.module,
      objectId: row.object_id,
      severities: row.severities,
      from: row.from_at,
      until: row.until_at,
      weekly: row.weekly,
      reason: row.reason,
      by: people.get(row.created_by)?.name ?? 'admin',
      state,
      hides: state === 'active' ? await hiddenBy(db, row.id) : 0,
    });
  }
  return { list: rows, ...counted };
}

function stateOf(row: Row, now: number): SilenceRow['state'] {
  if (row.until_at <= now) return 'over';
  if (row.from_at > now) return 'coming';
  return row.weekly === null || isOpen(row.weekly, now) ? 'active' : 'paused';
}

async function hiddenBy(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from warning, silence where silence.id = ${id}::uuid and warning.state in ('open', 'acknowledged') and ${silenceMatches}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Adds one, from now on unless said; answers how many warnings it matches now. */
export async function addSilence(
  tx: Tx,
  { caller, services }: Call,
  input: Parsed<typeof silenceAdd>,
): Promise<{ id: string; hides: number }> {
  assertSiteWide(caller);
  const now = services.now();
  const from = Math.max(now, input.from ?? now);
  if (input.until <= from) throw new InvalidInput([{ path: 'until', namespace: 'warnings', key: 'issue.past' }]);
  if (input.until > from + mostSilenceDays * dayMillis)
    throw new InvalidInput([{ path: 'until', namespace: 'warnings', key: 'issue.tooLong', params: { n: mostSilenceDays } }]);
  if (input.kind !== null && !services.warnings.kindOf(input.kind))
    throw new InvalidInput([{ path: 'kind', namespace: 'warnings', key: 'issue.kind' }]);
  if (input.weekly && !isZone(input.weekly.timeZone))
    throw new InvalidInput([{ path: 'weekly', namespace: 'warnings', key: 'issue.zone' }]);
  const [id] = await createObjects(tx, caller, silenceKind, [{ name: input.reason, path: null, fields: { ...input, from } }]);
  return { id: id!, hides: await hiddenBy(tx, id!) };
}

/** Ends one now; answers how many warnings come back. */
export async function endSilence(tx: Tx, { caller, services }: Call, id: string): Promise<{ hides: number }> {
  assertSiteWide(caller);
  const now = services.now();
  const row = await tx.selectFrom('silence').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  if (row.until_at <= now) throw wrongState('over');
  await changeObjects(tx, caller, silenceKind, [{ id, version: null, fields: { until: now } }]);
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from warning where silenced_by = ${id}::uuid and state in ('open', 'acknowledged')`.execute(tx);
  return { hides: rows[0]?.n ?? 0 };
}
