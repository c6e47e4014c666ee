import { employeeAdd, employeeUpdate } from '../../../../src/modules/people/common/employee.contract.ts';
import { sourceSync } from '../../../../src/modules/people-sources/common/source-run.contract.ts';
import { sourceUpload } from '../../../../src/modules/people-sources/common/source-try.contract.ts';
import type { Marked } from './marks.ts';
import type { World } from '../world.ts';

type Known = Pick<Marked, 'department' | 'person' | 'beside' | 'source'>;

/** Runs that meet people outside, and what was noted of them: a run of a source, a plan of an import, values that were shown clear. */
export async function runsStory(world: World, known: Known): Promise<{ run: string; importPlan: string }> {
  const { boss, admin, house, inside } = world;
  const { department, person, beside, source } = known;
  // Their accounts and numbers are what a file from inside may well name; who they are is not.
  const { id: far } = await boss.call(employeeAdd, {
    name: '隐匿员庚',
    account: 'far-away',
    employeeNo: 'F-7',
    email: 'far@example.com',
    assignments: [{ departmentId: department, primary: true }],
  });
  const met = await boss.call(employeeAdd, {
    name: '内部员辛',
    account: 'near-by',
    employeeNo: 'N-7',
    assignments: [{ departmentId: inside.department.id, primary: true }],
  });
  await boss.call(employeeUpdate, { id: met.id, version: 1, managerId: person });
  const sheet = 'externalId,account,name,departmentPath\n1,far-away,一,组\n2,near-by,二,组\n3,new-one,三,组\n';
  await boss.call(sourceUpload, { id: source, fileId: await boss.upload('people.csv', Buffer.from(sheet)) });
  const { runId, jobId } = await boss.call(sourceSync, { id: source, dryRunOnly: true });
  await boss.jobEnd(jobId);
  const people = 'account,name,department,manager\nfar-away,一,,\nnear-by,二,,far-away\n';
  const importPlan = await admin.planOf(await admin.upload('people.csv', Buffer.from(people)));
  const shown = [
    [person, beside],
    [beside, inside.person.id],
    [beside, far],
  ];
  for (const [viewer, target] of shown)
    await house.product.database.pool.query(
      'insert into contact_reveal (at, viewer_id, target_id, field_key, terminal) values ($1, $2, $3, $4, $5)',
      [Date.now(), viewer, target, 'mobile', ''],
    );
  return { run: runId, importPlan };
}
