import { codesOf, type Endpoint } from '#kit/common/contract.ts';
import { isDangerous } from '../routes/page-table.ts';

/** Whether a call needs what is declared as dangerous. */
export const isDangerousCall = ({ access }: Pick<Endpoint, 'access'>): boolean => codesOf(access).some(isDangerous);
