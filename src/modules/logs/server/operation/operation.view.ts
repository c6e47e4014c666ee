import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import type { ActorKind } from '#kit/server/audit/audit.table.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Call } from '#kit/server/handle.ts';
import type { OperationView } from '../../common/operation-log.contract.ts';
import { lineInRange } from './operation.range.ts';
import { resultOf } from './operation.filter.ts';
import { isSealed, sealedUntil, type SealedPlace } from '../sealed-until.ts';

/** A row of audit_log. */
export interface AuditRow {
  id: string;
  at: number;
  tx: number;
  uid: string;
  account: string;
  name: string;
  address: string;
  user_agent: string;
  request_id: string;
  operation: string;
  module: string;
  object_kind: string | null;
  object_id: string | null;
  object_name: string | null;
  object_count: number;
  batch_id: string | null;
  detail: Fields | null;
  code: number;
  duration_ms: number;
  session_id: string | null;
  actor_kind: ActorKind | null;
  dangerous: boolean | null;
}

type Reading = Pick<Call, 'caller' | 'db' | 'services'>;

/** What a row of a list needs of the log. */
export type ViewedRow = Omit<AuditRow, 'user_agent' | 'detail'>;

/** What is known beside the rows: changed fields and what undid them by batch, and how far the log is sealed. */
interface Beside {
  fields: ReadonlyMap<string, string[]>;
  reverts: ReadonlyMap<string, string>;
  sealed: SealedPlace;
}

/** Rows of the log as they are answered: words in the reader's language, changed fields, what undid them, whether they are sealed. */
export async function viewsOf(call: Reading, rows: readonly ViewedRow[]): Promise<OperationView[]> {
  if (rows.length === 0) return [];
  const batches = [...new Set(rows.flatMap((row) => row.batch_id ?? []))];
  const [fields, reverts, sealed] = await Promise.all([
    changedFields(call, batches),
    revertsOf(call, batches),
    sealedUntil(call, 'audit_log'),
  ]);
  return viewsWith(call, rows, { fields, reverts, sealed });
}

/** The same where what is beside them is known. */
export function viewsWith(call: Reading, rows: readonly ViewedRow[], beside: Beside): OperationView[] {
  const names = namesOf(call);
  return rows.map((row) => viewOf(names, row, beside));
}

/** Names of the same few words, modules and kinds, looked up once for all rows. */
function namesOf(call: Reading) {
  const { caller, services } = call;
  return {
    what: remembered((word) => services.words.sentence(word, caller.language)),
    asked: remembered((word) => services.words.action(word, caller.language)),
    module: remembered((module) => services.words.moduleName(module, caller.language)),
    kind: remembered((kind) => kindName(call, kind)),
  };
}

function remembered(name: (code: string) => string): (code: string) => string {
  const known = new Map<string, string>();
  return (code) => {
    let found = known.get(code);
    if (found === undefined) known.set(code, (found = name(code)));
    return found;
  };
}

const none: string[] = [];

function viewOf(names: ReturnType<typeof namesOf>, row: ViewedRow, { fields, reverts, sealed }: Beside): OperationView {
  return {
    fields: (row.batch_id !== null && fields.get(row.batch_id)) || none,
    revertedBy: (row.batch_id !== null && reverts.get(row.batch_id)) || null,
    sealed: isSealed(row, sealed),
    id: row.id,
    at: row.at,
    uid: row.uid,
    // Who signs in is nobody before, and the person that was found afterwards.
    name: row.uid === '' && row.object_kind === 'employee' ? (row.object_name ?? '') : row.name,
    account: row.account,
    actorKind: row.actor_kind ?? (row.uid === '' ? 'visitor' : 'administrator'),
    // What was refused or failed was not done: it is told as what was asked for.
    what: row.code === 0 ? names.what(row.operation) : names.asked(row.operation),
    word: row.operation,
    module: row.module,
    moduleName: names.module(row.module),
    objectKind: row.object_kind,
    objectKindName: row.object_kind === null ? null : names.kind(row.object_kind),
    objectId: row.object_id,
    objectName: row.object_name,
    objectCount: row.object_count,
    result: resultOf(row.code),
    code: row.code,
    address: row.address,
    dangerous: row.dangerous ?? false,
    durationMs: row.duration_ms,
    requestId: row.request_id,
    sessionId: row.session_id,
    batchId: row.batch_id,
  };
}

/** Objects of audit rows that do not change through the engine. */
export const namedObjects = [
  'apiToken',
  'archive',
  'batch',
  'changeRequest',
  'cleaning',
  'configArea',
  'configBundle',
  'configPlan',
  'file',
  'job',
  'legalHold',
  'licence',
  'mailOutbox',
  'phoneSubmission',
  'plan',
  'warning',
] as const;

/** What a kind of object is called: by its module, or by this one for what does not change through the engine (jobs, files). */
export function kindName({ caller, services }: Pick<Call, 'caller' | 'services'>, kind: string): string {
  const owner = services.kinds.find((one) => one.kind === kind);
  const { language } = caller;
  const key = owner ? kind : `objectKind.${kind}`;
  const name = services.texts.text(language, owner?.module ?? 'logs', key);
  return name === key ? kind : name;
}

/** Labels of the fields that each batch changed on its first object in range. */
export async function changedFields(call: Reading, batches: readonly string[]): Promise<Map<string, string[]>> {
  if (batches.length === 0) return new Map();
  const { rows } = await sql<{ batch_id: string; kind: string; names: string[] | null }>`
    select distinct on (batch_id) batch_id, kind,
      array(select jsonb_object_keys(case when action in ('create', 'delete', 'restore') then '{}' else coalesce(after, '{}') end)) as names
    from change_operation where batch_id = any(${batches}::uuid[]) and ${lineInRange(call.caller.scope())} order by batch_id, seq`.execute(
    call.db,
  );
  return new Map(rows.map(({ batch_id, kind, names }) => [batch_id, labelsOf(call, kind, names ?? [])]));
}

/** Labels of fields of a kind, in the order in which it names them. */
export function labelsOf({ caller, services }: Pick<Call, 'caller' | 'services'>, kind: string, names: readonly string[]): string[] {
  const owner = services.kinds.find((one) => one.kind === kind);
  if (!owner) return [...names];
  const shown = Object.keys(owner.fields).filter((name) => names.includes(name) && !owner.fields[name]?.internal);
  return shown.map((name) => {
    const title = owner.fields[name]?.title;
    if (title) return pick(title, caller.language);
    const key = `${kind}.field.${name}`;
    const label = services.texts.text(caller.language, owner.module, key);
    return label === key ? name : label;
  });
}

/** Which batches were undone, wholly or by their lines, and by which batch. */
async function revertsOf({ db }: Reading, batches: readonly string[]): Promise<Map<string, string>> {
  if (batches.length === 0) return new Map();
  const { rows } = await sql<{ batch_id: string; by: string }>`
    select distinct on (o.batch_id) o.batch_id, r.reverted_by as by
    from change_operation o join change_reverted r on r.operation_id = o.id
    where o.batch_id = any(${batches}::uuid[]) order by o.batch_id, r.at desc`.execute(db);
  return new Map(rows.map(({ batch_id, by }) => [batch_id, by]));
}
