import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoStage } from '#kit/server/demo/demo-part.ts';
import { employeeGet } from '../../common/employee.contract.ts';
import { employeeLeave, employeeTransfer } from '../../common/life/life.contract.ts';
import type { DemoTown } from './company.ts';
import { reasons } from './reasons.ts';

const dayMinutes = 1_440;

/** What is planned for the next weeks: somebody moves to another department, and somebody retires and is followed by another. */
export function ahead(town: DemoTown, { calendar }: Pick<DemoStage, 'calendar'>): DemoAction[] {
  const dayAhead = (days: number): string => new Date(calendar.ago(-days * dayMinutes)).toISOString().slice(0, 10);
  return [
    {
      at: calendar.ago(15),
      what: async (stage) => {
        const admin = await stage.as(demoCast.admin);
        const [mover, leaver, successor] = [town.anybody('SH'), town.anybody('SH'), town.anybody('SH')];
        if (!mover || !leaver || !successor || new Set([mover.id, leaver.id, successor.id]).size < 3) return;
        const { version } = await admin.call(employeeGet, { id: mover.id });
        const assignments = [{ departmentId: town.idOf(town.anyLeaf('SH').code), primary: true }];
        const reason = reasons('zh_CN', 'reorganised');
        await admin.call(employeeTransfer, { id: mover.id, version, assignments, at: dayAhead(10), reason });
        const choices = ['report', 'department'].map((kind) => ({ kind, choice: 'handOver' as const }));
        await admin.call(employeeLeave, {
          ids: [leaver.id],
          at: dayAhead(24),
          choices,
          successorId: successor.id,
          reason: reasons('zh_CN', 'resigned'),
        });
      },
    },
  ];
}
