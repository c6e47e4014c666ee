import { deletion } from '../../src/modules/people/testing/made.ts';
import { deletions, hidden, missing, page, person, refused } from './range/asking.ts';
import { nobody, type ModuleSamples, type Sample, type Values } from './samples.ts';
import type { World } from './range/world.ts';

function targets({ inside, outside }: World): Values[] {
  return [{ batchId: outside.batch }, { operationIds: [outside.line] }, { operationIds: [inside.line, outside.line] }];
}

const ranges: Readonly<Record<string, Sample>> = {
  'audience/count': hidden(
    (world) => ({ rows: [{ kind: 'employee', id: person(world.outside) }] }),
    (world) => [person(world.outside)],
  ),
  'journal/list': hidden({ pageSize: 500 }, (world) => [person(world.outside), world.outside.batch], false),
  'journal/batch/list': hidden({ pageSize: 500 }, (world) => [world.outside.batch], false),
  'journal/batch/get': refused((world) => [{ id: world.outside.batch }, { id: nobody }], missing),
  'journal/revert/preview': refused((world) => targets(world), missing),
  'journal/revert': refused((world) => targets(world), missing),
  'sys/recycleBin/list': hidden(page, (world) => [world.outside.deleted], false),
  'sys/recycleBin/restore': refused((world) => deletions(world), missing),
  'sys/recycleBin/purge': refused((world) => deletions(world), missing),
  'plan/get': refused(({ plan }) => [{ id: plan }, { id: nobody }], missing),
  'plan/items': refused(({ plan }) => [{ planId: plan }, { planId: nobody }], missing),
  'plan/items/export': refused(({ plan }) => [{ planId: plan }, { planId: nobody }], missing),
  'plan/apply': refused(({ plan }) => [{ id: plan, expected: { change: 1 } }], missing),
  'plan/release': refused(({ plan }) => [{ id: plan, reason: 'Mine' }], missing),
  'plan/discard': refused(({ plan }) => [{ id: plan }], missing),
};

/** Samples of the kit, whose calls belong to no module. */
export const kitSamples: ModuleSamples = {
  tries: {
    'journal/revert': async (house) => ({ operationIds: [await deletion(house)] }),
    'sys/recycleBin/restore': async (house) => ({ operationIds: [await deletion(house)] }),
  },
  ranges,
  roles: { 'role/viewAs/end': { free: 'Names nothing' } },
  more: async ({ changed }) => ({
    'journal/revert': { input: { operationIds: [changed.line] } },
    'journal/revert/preview': { input: { operationIds: [changed.line] } },
  }),
  unasked: ['job/get', 'sys/warning/mine'],
  telling: ['journal/list', 'journal/batch/list'],
  further: ({ world: { inside }, known: { beside, guest, place, department, person: outsider }, roles }, idsOf) => ({
    'journal/revert/preview': idsOf('journal/batch').map((batchId) => ({ batchId })),
    'journal/list': [beside, guest, place, roles.own['sys']!].map((objectId) => ({ objectId, pageSize: 200 })),
    'audience/count': [
      { rows: [] },
      { rows: [{ kind: 'department', id: inside.department.id }] },
      {
        rows: [
          { kind: 'department', id: department },
          { kind: 'employee', id: outsider },
          { kind: 'employee', id: beside },
        ],
      },
    ],
  }),
};
