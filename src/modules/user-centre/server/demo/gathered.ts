import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { Deed, DemoStage } from '#kit/server/demo/demo-part.ts';
import { crowdAdd } from '../../common/crowd/crowd.contract.ts';
import type { CrowdConditions } from '../../common/crowd/crowd-conditions.ts';
import { sourceRunApply, sourceRunGet, sourceSync } from '../../common/source/source-run.contract.ts';
import { sourceAdd, sourceEnable } from '../../common/source/source.contract.ts';
import { sourceUpload } from '../../common/source/source-try.contract.ts';
import type { DemoTown } from './company.ts';

/** People who are gathered by rules, and contractors whom another company lists once a month. */
export function gathered(town: DemoTown, { calendar }: Pick<DemoStage, 'calendar'>): Deed[] {
  let source = '';
  return [
    {
      at: calendar.at(8, '10:20', 8),
      what: async (stage) => crowds(town, await stage.as(demoCast.chief), await stage.as(demoCast.admin)),
    },
    {
      at: calendar.at(11, '16:10', 0),
      what: async (stage) => {
        source = await contractors(town, await stage.as(demoCast.admin));
      },
    },
    {
      // A plan waits for a day: this one is still there to be read.
      at: calendar.ago(35),
      what: async (stage) =>
        void (await read(await stage.as(demoCast.admin), source, [...contracted.slice(1), ['C-107', 'Priya Nair', 'priya.nair']])),
    },
  ];
}

const all = (...of: CrowdConditions['of']): CrowdConditions => ({ match: 'all', of });

async function crowds(town: DemoTown, chief: DemoActor, admin: DemoActor): Promise<void> {
  await chief.call(crowdAdd, {
    name: { zh_CN: '近 90 天入职', en_US: 'Joined within 90 days', ja_JP: '入社 90 日以内' },
    code: 'newcomers',
    description: 'Onboarding',
    ownerDeptId: town.idOf('HQ'),
    conditions: all({ field: 'hireDate', op: 'lastDays', value: 90 }),
  });
  await admin.call(crowdAdd, {
    name: { zh_CN: '橙色工牌', en_US: 'Orange badges', ja_JP: 'オレンジの名札' },
    code: 'orange_badges',
    ownerDeptId: town.idOf('JP'),
    conditions: all({ field: 'extra.badge', op: 'in', value: ['orange'] }),
  });
  await admin.call(crowdAdd, {
    name: { zh_CN: '客服（不含呼叫中心早班）', en_US: 'Customer service', ja_JP: 'カスタマーサービス' },
    code: 'service',
    ownerDeptId: town.idOf('SH-SVC'),
    conditions: all({ field: 'department', op: 'isUnder', value: [town.idOf('SH-SVC')] }, { field: 'title', op: 'notEmpty', value: null }),
  });
}

/** Number, name and account of those who clean and guard the London office. */
const contracted: readonly (readonly [string, string, string])[] = [
  ['C-101', 'Femi Adebayo', 'femi.adebayo'],
  ['C-102', 'Agnieszka Wójcik', 'agnieszka.wojcik'],
  ['C-103', 'Liam O’Connor', 'liam.oconnor'],
  ['C-104', 'Marta Silva', 'marta.silva'],
];

async function contractors(town: DemoTown, admin: DemoActor): Promise<string> {
  const from = (name: string) => ({ kind: 'attribute' as const, name });
  const { id } = await admin.call(sourceAdd, {
    kind: 'file',
    name: 'Facility services London',
    code: 'facility_london',
    rootDepartmentId: town.idOf('UK'),
    delivers: ['employees'],
    config: {},
    mapping: [
      { target: 'externalId', from: from('Number') },
      { target: 'employeeNo', from: from('Number') },
      { target: 'account', from: from('Login') },
      { target: 'name', from: from('Name') },
      { target: 'title', from: { kind: 'constant', value: 'Facility services' } },
    ],
  });
  const { runId, total } = await read(admin, id, contracted);
  const { jobId } = await admin.call(sourceRunApply, { runId, expected: { loseSignIn: 0, total } });
  await admin.jobEnd(jobId);
  await admin.call(sourceEnable, { ids: [id] });
  return id;
}

/** A file of the other company becomes a plan. */
async function read(
  admin: DemoActor,
  id: string,
  people: readonly (readonly [string, string, string])[],
): Promise<{ runId: string; total: number }> {
  const rows = [['Number', 'Name', 'Login'], ...people].map((row) => row.join(','));
  const fileId = await admin.upload('facility-services.csv', Buffer.from(`${rows.join('\n')}\n`));
  await admin.call(sourceUpload, { id, fileId });
  const { runId, jobId } = await admin.call(sourceSync, { id });
  await admin.jobEnd(jobId);
  const { counts } = await admin.call(sourceRunGet, { runId });
  return { runId, total: counts['add'] ?? 0 };
}
