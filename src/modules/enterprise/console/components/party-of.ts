import type { NamedParty, Party } from '../../common/member-limit.contract.ts';

/** A named party as it is entered. */
export const partyOf = ({ kind, id }: NamedParty): Party[] => (kind === 'everyone' ? [{ kind }] : id === null ? [] : [{ kind, id }]);
