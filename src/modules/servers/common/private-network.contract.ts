import { crudContract } from '#kit/common/crud/crud-contract.ts';
import { text } from '#kit/common/crud/fields.ts';
import { serversPage as page } from './permissions.ts';

/** A network, an address or one port of an address inside the company that directories, mail and databases may be reached at. */
export const privateNetwork = crudContract({
  module: 'servers',
  kind: 'privateNetwork',
  path: 'servers/privateNetwork',
  title: { zh_CN: '内网', en_US: 'Private network', ja_JP: '社内ネットワーク' },
  page,
  scope: 'site',
  fields: {
    network: text(64).unique().sorted().searched().example('fd80::'),
    purpose: text(200).nullable().searched(),
  },
  without: ['enable', 'disable'],
  operations: { add: { stepUp: true }, update: { stepUp: true }, delete: { stepUp: true } },
});
