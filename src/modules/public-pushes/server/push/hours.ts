import { momentOfWall, wallOf } from '#platform/wall-clock.ts';

/** When a plan made for the site's wall clock comes in somebody's own zone. */
export const planIn = (planAt: number, site: string, zone: string): number => momentOfWall(wallOf(planAt, site), zone);

/** The earliest moment at which any zone shows what the site's clock shows at the plan. */
export const earliestOf = (planAt: number, site: string): number => planIn(planAt, site, 'Pacific/Kiritimati');
