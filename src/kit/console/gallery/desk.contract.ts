import { crudContract } from '#kit/common/crud/crud-contract.ts';
import { choice, codeText, ends, longText, place, platform, refers, text } from '#kit/common/crud/fields.ts';
import { galleryPage as page } from './gallery-permissions.ts';

/** A declared entity: what of a panel follows from its fields alone. */
export const desk = crudContract({
  module: 'gallery',
  kind: 'desk',
  path: 'gallery/desk',
  title: { zh_CN: '工位', en_US: 'Desk', ja_JP: '座席' },
  page,
  scope: 'none',
  fields: {
    name: text(100).unique().searched(),
    code: codeText(32).nullable().unique().searched(),
    size: choice(['single', 'double']).default('single').filtered(),
    platform: platform().nullable().filtered(),
    ownerId: refers('employee').nullable().filtered(),
    until: ends(),
    pin: text(20).secret(),
    note: longText(500).nullable(),
    order: place(),
  },
  also: ['reorder', 'import', 'export'],
});
