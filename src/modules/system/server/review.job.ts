import type { Parsed } from '#kit/common/contract.ts';
import type { RoleHolder } from '#kit/common/role/role.schema.ts';
import { pick, type LocalText } from '#kit/common/language.ts';
import { holderRows, wayText } from '#kit/server/access/holder-rows.ts';
import { keepSheet, moment, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import { callOfJob, wordOf } from '#kit/server/jobs/of-job.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { authentication } from '../common/permissions.ts';
import type { reviewExport } from '../common/role.contract.ts';
import { factorWords, rangeWords } from './holder.rows.ts';
import type { ReviewedRole } from '#kit/server/access/reviewed-area.ts';

type Payload = Parsed<typeof reviewExport>;

const person = [
  'name',
  'account',
  'department',
  'signIn',
  'factor',
  'lastSignIn',
  'idleDays',
  'role',
  'roleState',
  'way',
  'range',
  'until',
];
const byRole = ['permissions', 'dangerous'];
const byCode = ['code', 'permission', 'dangerousOne'];
/** Left empty: whoever looks at the list decides, and signs. */
const signOff = ['decision', 'reviewer', 'signedOn', 'remark'];

type Given = ReviewedRole['gives'][number];
type GivenByRole = ReadonlyMap<string, { gives: readonly Given[]; range?: string }>;

/** The list that an auditor signs: who holds what, by which way, where and until when, since when nobody has used it. */
export const reviewJob: JobKind<Payload, MadeSheet> = {
  kind: 'role.review',
  title: { namespace: 'system', key: 'job.review' },
  code: authentication.button.reviewExport,
  run: (context, payload) => {
    const word = wordOf(context, 'system');
    const columns = [...person, ...(payload.by === 'role' ? byRole : byCode), ...signOff];
    return keepSheet(context, {
      title: payload.area === 'sys' ? word('review.title') : `${word('review.title')} (${word(`review.area.${payload.area}`)})`,
      header: columns.map((column) => word(`review.column.${column}`)),
      rows: rowsOf(context, payload),
      format: payload.format,
      query: { by: payload.by, area: payload.area, roleId: payload.roleId ?? null },
    });
  },
};

async function* rowsOf(context: JobContext, { by, area, roleId }: Payload): AsyncGenerator<Cell[]> {
  const given = area === 'sys' ? await givenByRoles(context) : await givenIn(context, area);
  const sign: Cell[] = signOff.map(() => null);
  for await (const holder of holderRows(context, area, roleId === undefined ? {} : { roleId }))
    for (const role of holder.roles.filter(({ id }) => roleId === undefined || id === roleId)) {
      const { gives: known = [], range } = given.get(role.id) ?? {};
      const start = [...personCells(context, holder), ...roleCells(context, role, range)];
      if (by === 'role') yield [...start, known.length, known.filter(({ dangerous }) => dangerous).length, ...sign];
      else for (const one of known) yield [...start, one.code, one.name, one.dangerous, ...sign];
    }
}

function personCells(context: JobContext, holder: RoleHolder): Cell[] {
  const word = wordOf(context, 'system');
  const { name, account, departmentName, enabled, keptOut, lastSignInAt, idleDays } = holder;
  const state = keptOut ? 'keptOut' : enabled ? 'open' : 'barred';
  return [name, account, departmentName, word(`review.signIn.${state}`), factorWords(context, holder), moment(lastSignInAt), idleDays];
}

function roleCells(context: JobContext, role: RoleHolder['roles'][number], range?: string): Cell[] {
  const state = wordOf(context, 'kit')(role.enabled ? 'role.state.effective' : 'role.state.disabled');
  return [role.name, state, wayText(context, role), range ?? rangeWords(context, role), moment(role.until)];
}

/** What the roles of another area give, in the words of whose they are. */
async function givenIn(context: JobContext, area: string): Promise<GivenByRole> {
  const { services } = context;
  const roles = await services.database.db.selectFrom('role').select('id').where('module', '=', area).execute();
  const ids = roles.map(({ id }) => id);
  return (await services.reviewedAreas.find((one) => one.area === area)?.given(callOfJob(context), ids)) ?? new Map();
}

/** What each role gives, by its id; the super administrators' one gives all there is. */
async function givenByRoles({ services, caller }: JobContext): Promise<GivenByRole> {
  const { db } = services.database;
  const resources = await db
    .selectFrom('resource')
    .select(['code', 'names', 'dangerous'])
    .where('retired_at', 'is', null)
    .orderBy('code')
    .execute();
  const all = resources.map(({ code, names, dangerous }): Given => ({
    code,
    dangerous,
    name: pick(names as Partial<LocalText>, caller.language),
  }));
  const byCodes = new Map(all.map((one) => [one.code, one]));
  const grants = await db.selectFrom('role_grant').selectAll().orderBy('code').execute();
  const supers = await db.selectFrom('role').select('id').where('is_supper_admin', '=', true).execute();
  const given = new Map(
    [...Map.groupBy(grants, ({ role_id }) => role_id)].map(([id, rows]) => [
      id,
      { gives: rows.flatMap(({ code }) => byCodes.get(code) ?? []) },
    ]),
  );
  for (const { id } of supers) given.set(id, { gives: all });
  return given;
}
