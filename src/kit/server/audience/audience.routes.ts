import { audienceCount } from '#kit/common/audience.ts';
import { handle } from '../handle.ts';
import { countAudience } from './audience.ts';

/** What the console asks about audiences while they are entered. */
export const audienceRoutes = [
  handle(audienceCount, async ({ caller, db, services }, { rows }) => {
    const { people, sample } = await countAudience(db, services.directory, rows, caller.scope());
    return { people, sample: sample.map(({ id, name, departmentName }) => ({ id, name, departmentName })) };
  }),
];
