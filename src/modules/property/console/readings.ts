import { journalReadings } from '#kit/console/change/revert-dialog.tsx';
import { propertyGet, propertyList, propertyNamespaces } from '../common/property.contract.ts';
import { propertyHistory, propertyResolve, propertyValues } from '../common/value.contract.ts';

/** Whose answers a write of this page makes old. */
export const readings = [
  propertyList,
  propertyGet,
  propertyNamespaces,
  propertyValues,
  propertyHistory,
  propertyResolve,
  ...journalReadings,
];
