import { handleClient, type BoundClientRoute } from '#kit/server/client/handle-client.ts';
import * as contract from '../common/client.contract.ts';
import { ackKeys, fetchKeys } from './keys/client-keys.ts';
import { readClientNav } from './nav/client-nav.ts';
import { answerPhone, phoneState, provePhone } from './phone/client-phone.ts';

/** What terminals ask of navigation, keys and the number of a person. */
export const terminalClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientNav, readClientNav),
  handleClient(contract.clientKeyFetch, fetchKeys),
  handleClient(contract.clientKeyAck, ackKeys),
  handleClient(contract.clientPhoneState, phoneState),
  handleClient(contract.clientPhoneSubmit, answerPhone),
  handleClient(contract.clientPhoneVerify, provePhone),
];
