import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoStage } from '#kit/server/demo/demo-part.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { employeeBatchUpdate, employeeBatchUpdatePreview } from '../../common/employee-bulk.contract.ts';
import { extraAdd } from '../../common/extra/extra.contract.ts';
import type { DemoTown } from './company.ts';

const section = { zh_CN: '现场', en_US: 'On site', ja_JP: '現場' };
const colours = [
  { value: 'blue', label: { zh_CN: '蓝色', en_US: 'Blue', ja_JP: '青' }, enabled: true },
  { value: 'green', label: { zh_CN: '绿色', en_US: 'Green', ja_JP: '緑' }, enabled: true },
  { value: 'orange', label: { zh_CN: '橙色', en_US: 'Orange', ja_JP: 'オレンジ' }, enabled: true },
];

/** Who gets which badge. */
const badges: readonly { department: string; colour: string }[] = [
  { department: 'HQ-IT', colour: 'blue' },
  { department: 'SH-HR', colour: 'green' },
  { department: 'JP-HR', colour: 'orange' },
];

/** The fields that the group added for itself, and the badges it handed out. */
export function extraActions(town: DemoTown, { calendar }: Pick<DemoStage, 'calendar'>): DemoAction[] {
  return [
    { at: calendar.at(6, '11:00', 8), what: async (stage) => addFields(await stage.as(demoCast.admin)) },
    {
      at: calendar.at(7, '11:20', 8),
      what: async (stage) => {
        const admin = await stage.as(demoCast.admin);
        for (const { department, colour } of badges) await handOut(admin, town.idOf(department), colour);
      },
    },
  ];
}

async function addFields(admin: DemoActor): Promise<void> {
  const use = { filterable: true, listable: true, section };
  await admin.call(extraAdd, {
    ...use,
    target: 'employee',
    code: 'badge',
    name: { zh_CN: '工牌颜色', en_US: 'Badge colour', ja_JP: '名札の色' },
    type: 'select',
    options: colours,
  });
  await admin.call(extraAdd, {
    ...use,
    target: 'employee',
    code: 'firstAider',
    name: { zh_CN: '急救员', en_US: 'First aider', ja_JP: '救急担当' },
    type: 'boolean',
  });
  await admin.call(extraAdd, {
    target: 'department',
    code: 'floor',
    name: { zh_CN: '楼层', en_US: 'Floor', ja_JP: '階' },
    type: 'integer',
    min: -5,
    max: 120,
  });
}

/** Everybody of a department gets a badge of the same colour. */
async function handOut(admin: DemoActor, departmentId: string, colour: string): Promise<void> {
  const request = { filter: { departmentId, below: true, deleted: false }, set: { extra: { badge: colour } } };
  const { count } = await admin.call(employeeBatchUpdatePreview, request);
  if (count === 0) return;
  const { jobId } = await admin.call(employeeBatchUpdate, { ...request, expected: count });
  await admin.jobEnd(jobId);
}
