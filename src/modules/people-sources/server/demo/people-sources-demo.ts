import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { sourceRunApply, sourceRunGet, sourceSync } from '../../common/source-run.contract.ts';
import { sourceUpload } from '../../common/source-try.contract.ts';
import { sourceAdd, sourceEnable } from '../../common/source.contract.ts';

/** Contractors of the sample company, whom another company lists once a month. */
export const peopleSourcesDemo: DemoPart = {
  actions: ({ calendar }) => {
    let source = '';
    return [
      {
        at: calendar.at(11, '16:10', 0),
        what: async (stage) => {
          source = await contractors(await stage.as(demoCast.admin));
        },
      },
      {
        // A plan waits for a day: this one is still there to be read.
        at: calendar.ago(35),
        what: async (stage) =>
          void (await read(await stage.as(demoCast.admin), source, [...contracted.slice(1), ['C-107', 'Priya Nair', 'priya.nair']])),
      },
    ];
  },
};

/** Number, name and account of those who clean and guard the London office. */
const contracted: readonly (readonly [string, string, string])[] = [
  ['C-101', 'Femi Adebayo', 'femi.adebayo'],
  ['C-102', 'Agnieszka Wójcik', 'agnieszka.wojcik'],
  ['C-103', 'Liam O’Connor', 'liam.oconnor'],
  ['C-104', 'Marta Silva', 'marta.silva'],
];

async function contractors(admin: DemoActor): Promise<string> {
  const from = (name: string) => ({ kind: 'attribute' as const, name });
  const { id } = await admin.call(sourceAdd, {
    kind: 'file',
    name: 'Facility services London',
    code: 'facility_london',
    rootDepartmentId: await demoDepartment(admin, 'UK'),
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
