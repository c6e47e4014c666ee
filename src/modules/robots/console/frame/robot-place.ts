import { createContext, useContext } from 'react';
import { robotService, type RobotFrame } from '../../common/permissions.ts';

/** Where a page of robots stands: in which of the two frames, and in the second one for which company. */
export interface RobotPlace {
  readonly frame: RobotFrame;
  readonly companyDeptId: string | undefined;
}

/** The place of the pages around. */
export const RobotPlaceContext = createContext<RobotPlace>({ frame: robotService, companyDeptId: undefined });

/** The frame and the company of the page on screen. */
export const useRobotPlace = (): RobotPlace => useContext(RobotPlaceContext);

/** The address of a page of the frame, with the company that is chosen: `addressIn(place, place.frame.companyDetail.route, { id })`. */
export function addressIn({ companyDeptId }: RobotPlace, route: string | undefined, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams({ ...query, ...(companyDeptId !== undefined && { companyDeptId }) }).toString();
  return `${route ?? '/'}${search === '' ? '' : `?${search}`}`;
}
