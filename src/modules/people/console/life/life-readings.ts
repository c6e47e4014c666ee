import { employeeHoldings, leavePreview, lifeGet, lifeList, rehireOffer, transferPreview } from '../../common/life/life.contract.ts';
import { peopleReadings } from '../list/people-readings.ts';

/** Whose answers a transfer, leaving or return makes old. */
export const lifeReadings = [...peopleReadings, lifeList, lifeGet, employeeHoldings, leavePreview, rehireOffer, transferPreview] as const;
