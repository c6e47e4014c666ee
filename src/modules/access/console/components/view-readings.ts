import type { Endpoint } from '#kit/common/contract.ts';
import { apiInterface, interfaceCompare, interfaceView } from '../../common/interface.contract.ts';

/** Readings that a change of an interface makes old. */
export const viewReadings: readonly Endpoint[] = [interfaceView, apiInterface.list, interfaceCompare];
