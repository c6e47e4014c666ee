import { contactImpact } from '../../common/insight.contract.ts';
import { belongsList, specialUser } from '../../common/special.contract.ts';

/** What may be old after a change of a special user rule. */
export const specialReadings = [specialUser.list, specialUser.find, specialUser.search, belongsList, contactImpact];
