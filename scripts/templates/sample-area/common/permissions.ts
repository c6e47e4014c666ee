import { menu } from '#kit/common/permission.ts';

/** The group of the menu that holds the pages of this module. */
export const sampleArea = menu({
  code: 'sample_area',
  title: { zh_CN: '{group:zh_CN}', en_US: '{group:en_US}', ja_JP: '{group:ja_JP}' },
  icon: 'appstore',
  order: 9000,
});

/** The page of sample things. */
export const sampleThingPage = menu({
  code: 'sample_area_sample_thing',
  route: '/sample_area_sample_thing',
  parent: 'sample_area',
  title: { zh_CN: '{title:zh_CN}', en_US: '{title:en_US}', ja_JP: '{title:ja_JP}' },
  icon: 'appstore',
  order: 900,
  buttons: ['add', 'update', 'delete', 'enable', 'disable'],
});
