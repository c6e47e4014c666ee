import { employeeAdd, employeeUpdate } from '#modules/people/common/employee.contract.ts';
import { sourceSync } from '../common/source-run.contract.ts';
import { sourceAdd, sourceAlarmSave } from '../common/source.contract.ts';
import { sourceUpload } from '../common/source-try.contract.ts';
import type { Known } from '../../../../tests/conformance/range/story.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

/** Runs that meet people outside, and what was noted of them: a run of a source, a plan of an import, values that were shown clear. */
async function runsOf(world: World, known: Known, source: string): Promise<{ run: string; importPlan: string }> {
  const { boss, admin, house, inside } = world;
  const { department, person, beside } = known;
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

/** A source inside whose alarms go outside, what its run met, and a plan of an import. */
export async function story({ world, known }: Story): Promise<Told> {
  const { boss, inside, plan } = world;
  const mapping = (['externalId', 'account', 'name', 'departmentPath'] as const).map((target) => ({
    target,
    from: { kind: 'attribute' as const, name: target },
  }));
  const draft = {
    kind: 'file' as const,
    name: '内部来源',
    code: 'inside-source',
    rootDepartmentId: inside.department.id,
    config: {},
    mapping,
  };
  const { id: source } = await boss.call(sourceAdd, draft);
  await boss.call(sourceAlarmSave, { id: source, version: 1, people: [{ employeeId: known.person }] });
  const { run, importPlan } = await runsOf(world, known, source);
  return {
    ids: { sourceId: [source], runId: [run], planId: [importPlan, plan] },
    asked: { 'plan/get': [{ id: importPlan }], 'plan/items': [{ planId: importPlan, pageSize: 200 }] },
  };
}
