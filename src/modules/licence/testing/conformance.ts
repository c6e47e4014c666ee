import { below, nobody, type ModuleSamples, type Sample } from '../../../../tests/conformance/samples.ts';

/** The licence is the whole site's. */
const licence: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(
    ['get', 'usage', 'history', 'usage/export', 'requestFile'].map((verb) => [`sys/license/${verb}`, { refused: () => [{}] }]),
  ),
  'sys/license/preview': { refused: () => [{ fileId: nobody }] },
  'sys/license/update': { refused: () => [{ fileId: nobody }] },
  'sys/license/noticePerson': { refused: () => [{ ids: [nobody] }] },
};

/** Samples of the module licence. */
export const conformance: ModuleSamples = {
  ranges: licence,
  unasked: below('sys/license', 'get usage history preview noticePerson usage/export'),
};
