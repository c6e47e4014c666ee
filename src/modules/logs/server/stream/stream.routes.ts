import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../../common/stream.contract.ts';
import { beginResend, testStream } from './stream-test.ts';
import { getStream, listStreams } from './stream.query.ts';
import { addStream, removeStreams, switchStreams, updateStream } from './stream.service.ts';

/** Receivers of the logs by syslog. */
export const streamRoutes: readonly BoundRoute[] = [
  handle(contract.streamList, ({ db }, input) => listStreams(db, input)),
  handle(contract.streamGet, ({ db }, { id }) => getStream(db, id)),
  handle(contract.streamAdd, (call, input) => call.write((tx) => addStream(tx, call.caller, call.services.secrets, input))),
  handle(contract.streamUpdate, (call, input) =>
    call.write(async (tx) => {
      await updateStream(tx, call.caller, call.services.secrets, input);
      return getStream(tx, input.id);
    }),
  ),
  handle(contract.streamEnable, (call, input) => call.write(async (tx) => ({ count: await switchStreams(tx, call.caller, input, true) }))),
  handle(contract.streamDisable, (call, input) =>
    call.write(async (tx) => ({ count: await switchStreams(tx, call.caller, input, false) })),
  ),
  handle(contract.streamRemove, (call, input) => call.write(async (tx) => ({ count: await removeStreams(tx, call.caller, input) }))),
  handle(contract.streamTest, testStream),
  handle(contract.streamResend, beginResend),
];
