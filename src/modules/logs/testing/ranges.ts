import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import { hidden, one, person, refused } from '../../../../tests/conformance/range/asking.ts';

/** How logs are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'logs/operation/list': hidden(
    ({ builtAt }) => ({ pageSize: 500, to: builtAt }),
    (world) => [person(world.outside), world.outside.batch, world.outside.logged],
  ),
  'logs/operation/get': one('id', (world) => world.outside.logged),
  'logs/operation/histogram': { free: 'it answers counts; that they leave out foreign rows is a test of the module' },
  'logs/operation/object': hidden(
    (world) => ({ objectKind: 'employee', objectId: person(world.outside) }),
    (world) => [person(world.outside), world.outside.batch],
    false,
  ),
  'logs/archive/changes': refused(() => [{ id: nobody }], 10404),
  'logs/seal/proof': one('id', (world) => world.outside.logged),
  'logs/read/list': hidden({ pageSize: 500 }, (world) => [world.stranger.uid], false),
  'logs/export': {
    free: 'its file holds the rows of the list in the range of the right to export; that foreign rows stay out is a test of the module',
  },
  'logs/login/console/list': hidden({ pageSize: 500 }, (world) => [world.stranger.uid, world.stranger.session]),
  'logs/login/console/get': one('id', (world) => world.stranger.line),
  'logs/login/client/list': { free: 'the world of this test signs nobody in at a terminal' },
  'logs/login/client/get': refused(() => [{ id: nobody }]),
  'logs/login/summary': { free: 'it answers counts; that they leave out foreign lines is a test of the module' },
  'logs/login/endSession': one('sessionId', (world) => world.stranger.session),
  'logs/login/unlock': one('uid', (world) => world.stranger.uid),
  'logs/operation/around': { free: 'it answers the rows of the list around a moment; that foreign ones stay out is a test of the module' },
  'logs/operation/unmask': one('id', (world) => world.outside.logged, { lineId: nobody, field: 'mobile', reason: 'Out of range' }),
  'logs/tail': { free: 'it follows the rows of the list in its range, as a stream that does not end' },
  'logs/operation/revert/preview': one('id', (world) => world.outside.logged),
  'logs/operation/revert': one('id', (world) => world.outside.logged),
};
