import { crudContract } from '#kit/common/crud/crud-contract.ts';
import { codeText, longText, refers, text } from '#kit/common/crud/fields.ts'; // #scoped
// #unscoped import { codeText, longText, text } from '#kit/common/crud/fields.ts';
import { sampleThingPage as page } from './permissions.ts';

/** Sample things: what is entered and shown of them, and every call, `sampleThing.list` to `sampleThing.delete`. */
export const sampleThing = crudContract({
  module: 'sample-area',
  kind: 'sampleThing',
  path: 'sampleArea/sampleThing',
  title: { zh_CN: '{one:zh_CN}', en_US: '{one:en_US}', ja_JP: '{one:ja_JP}' },
  page,
  scope: { by: 'departmentId' }, // #scoped
  // #unscoped scope: 'none',
  fields: {
    name: text(100).unique().sorted().searched(),
    code: codeText(64).nullable().unique().sorted().searched(),
    departmentId: refers('department').filtered(), // #scoped
    description: longText(1000).nullable(),
  },
});
