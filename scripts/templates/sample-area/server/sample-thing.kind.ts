import { tableKind } from '#kit/server/change/table-kind.ts';
import { departmentPaths } from '#modules/user-centre/server/public.ts'; // #scoped
import { sampleThingPage as page } from '../common/permissions.ts';

/** Sample things in the change engine: every write is compared, journaled and can be undone. */
export const sampleThingKind = tableKind({
  kind: 'sampleThing',
  module: 'sample-area',
  codes: { read: page.code, revert: page.button.update },
  table: 'sample_thing',
  name: 'name',
  fields: {
    name: { column: 'name' },
    code: { column: 'code' },
    departmentId: { column: 'department_id', refers: 'department' }, // #scoped
    description: { column: 'description' },
    enabled: { column: 'enabled' },
  },
  unique: { sample_thing_name: 'name', sample_thing_code: 'code' },
  department: { field: 'departmentId', paths: departmentPaths }, // #scoped
});
