import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { contactAuth } from '../../common/permissions.ts';
import { directory } from '../directory.ts';
import '../contacts.table.ts';

/** The list as a whole: one warning, however many entries it has. */
const object = {
  kind: 'contactWhite',
  id: 'contactWhite',
  name: local('通讯录白名单', 'Allow list of the contacts', '連絡先のホワイトリスト'),
};

/** Said when the white list lets so many see everybody that it is no exception any more. */
export const whiteWarning: WarningKind = {
  kind: 'contact.whiteWide',
  title: local('白名单覆盖人数过多', 'The allow list reaches many people', 'ホワイトリストの対象が多い'),
  sentence: local(
    '{name}使 {people} 人不受限制地查看所有人，共 {everybody} 人',
    '{name} lets {people} of {everybody} people see everybody without limits',
    '{name} により {everybody} 人中 {people} 人が制限なしに全員を見られます',
  ),
  severity: 'warning',
  parameters: {
    percent: { label: local('占全体人员的百分比', 'Percent of all people', '全従業員に対する割合（%）'), value: 1, min: 1, max: 100 },
    people: { label: local('且多于（人）', 'And more people than', 'かつ人数がこれを超える'), value: 10, min: 0, max: 1_000_000 },
  },
  facts: {
    people: { label: local('白名单人数', 'People on it', '対象人数'), as: 'number' },
    everybody: { label: local('全部人数', 'People in all', '全人数'), as: 'number' },
  },
  link: () => contactAuth.route ?? '',
};

/** How many people the entries in force mean, each once, and how many there are. */
async function reach({ database: { db } }: Services, now: number): Promise<{ people: number; everybody: number }> {
  const entries = await db
    .selectFrom('contact_white')
    .select(['member_kind as kind', 'member_id as id'])
    .where('until_at', '>', now)
    .execute();
  if (entries.length === 0) return { people: 0, everybody: 0 };
  const ids = (kind: string): string[] => entries.flatMap((entry) => (entry.kind === kind ? [entry.id] : []));
  const { rows } = await sql<{ people: number; everybody: number }>`select
      (select count(distinct e.id) from (select unnest(${ids('employee')}::uuid[]) as id union all (${directory.employeesUnder(ids('department'))})
        union all (${directory.employeesOfCrowds(ids('crowd'))})) as meant join employee e on e.id = meant.id and e.status = 'active') as people,
      (select count(*) from employee where status = 'active') as everybody`.execute(db);
  return rows[0]!;
}

/** Raises the warning where the list reaches too many, and takes it back where it does not. */
export async function watchWhiteList(services: Services): Promise<void> {
  const { database, warnings } = services;
  const { percent = 1, people: floor = 10 } = await warnings.parameters(database.db, whiteWarning.kind);
  const { people, everybody } = await reach(services, services.now());
  const isWide = people > floor && people > (everybody * percent) / 100;
  await database.db
    .transaction()
    .execute((tx) =>
      isWide
        ? warnings.raise(tx, { kind: whiteWarning.kind, object, facts: { people, everybody } })
        : warnings.clear(tx, whiteWarning.kind, object.id),
    );
}
