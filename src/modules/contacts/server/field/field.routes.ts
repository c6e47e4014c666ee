import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { fieldList, fieldReset, fieldSave } from '../../common/field.contract.ts';
import { listFields, resetFields, saveFields } from './field.service.ts';

/** Operations on how fields of people are shown. */
export const fieldRoutes: readonly BoundRoute[] = [
  handle(fieldList, (call) => listFields(call)),
  handle(fieldSave, (call, input) => call.write((tx) => saveFields(tx, call, input))),
  handle(fieldReset, (call, { version }) => call.write((tx) => resetFields(tx, call, version))),
];
