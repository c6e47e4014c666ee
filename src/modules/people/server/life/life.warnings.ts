import type { Db, Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { userManagement } from '../../common/permissions.ts';

const waits = 'employee.transferWaits';
const fails = 'employee.transferFailed';
const steps = 'employee.leaveOpen';

const link = (): string => `${userManagement.route}?tab=lifecycle`;

/** What may stand still in people's life here. */
export const lifeWarnings: readonly WarningKind[] = [
  {
    kind: waits,
    title: local('调动等待确认', 'A transfer waits', '異動が確認待ち'),
    sentence: local(
      '{name} 的调动现在会带来比安排时显示的更多权限（{more} 项），等待确认',
      'The transfer of {name} would now give more than was shown when it was planned ({more}); it waits for a confirmation',
      '{name} の異動は予定時の表示より多くの権限（{more} 件）を与えるため、確認を待っています',
    ),
    severity: 'warning',
    facts: { more: { label: local('多出的项', 'More than shown', '追加分'), as: 'number' } },
    link,
  },
  {
    kind: fails,
    title: local('调动未完成', 'A transfer was not done', '異動が未完了'),
    sentence: local(
      '{name} 的调动未能执行，请处理',
      'The planned transfer of {name} could not be done',
      '{name} の予定された異動を実行できませんでした',
    ),
    severity: 'warning',
    facts: {},
    link,
  },
  {
    kind: steps,
    title: local('离职清单未完成', 'Steps of a leaving are open', '退職の手続きが残っています'),
    sentence: local(
      '{name} 已离职，但清单中还有 {open} 步未完成',
      '{name} has left, but {open} steps of the checklist are still open',
      '{name} は退職しましたが、チェックリストに {open} 件の手順が残っています',
    ),
    severity: 'warning',
    facts: { open: { label: local('未完成步骤', 'Open steps', '未完了の手順'), as: 'number' } },
    link,
  },
];

interface Person {
  id: string;
  name: string;
  primary_department_id: string;
}

const objectOf = ({ id, name, primary_department_id: deptId }: Person) => ({ kind: 'employee', id, name, deptId });

/** A transfer would give more than was shown. */
export const transferWaits = (tx: Db, services: Pick<Services, 'warnings'>, person: Person, more: number): Promise<void> =>
  services.warnings.raise(tx, { kind: waits, object: objectOf(person), facts: { more } });

/** A transfer was refused on its day. */
export const transferFails = (tx: Db, services: Pick<Services, 'warnings'>, person: Person): Promise<void> =>
  services.warnings.raise(tx, { kind: fails, object: objectOf(person) });

/** It was done, or given up. */
export async function transferIsOver(tx: Db, services: Pick<Services, 'warnings'>, id: string): Promise<void> {
  for (const kind of [waits, fails]) await services.warnings.clear(tx, kind, id);
}

/** Alert: a person left, and steps are still open. */
export const leaveIsOpen = (tx: Db, services: Pick<Services, 'warnings'>, person: Person, open: number): Promise<void> =>
  services.warnings.raise(tx, { kind: steps, object: objectOf(person), facts: { open } });

/** Everything is done. */
export const leaveIsDone = (tx: Db, services: Pick<Services, 'warnings'>, id: string): Promise<void> =>
  services.warnings.clear(tx, steps, id);
