import type { Entry } from 'ldapts';
import { guidText } from './guid.ts';
import { textOf } from './attributes.ts';

/** How directories of one make say what all have. */
export interface Dialect {
  readonly kind: 'ldap' | 'ad';
  /** Ids that survive a new name or place, in order of preference. */
  readonly ids: readonly string[];
  /** Attributes that say whether somebody may sign in. */
  readonly lock: readonly string[];
  readonly groups: string;
  idOf(entry: Entry): string | undefined;
  /** Undefined where the directory does not tell. */
  isDisabled(entry: Entry): boolean | undefined;
}

/** Bit of userAccountControl: the account is disabled. */
const accountDisabled = 2;

/** OpenLDAP, 389 Directory Server, FreeIPA. */
export const ldapDialect: Dialect = {
  kind: 'ldap',
  ids: ['entryUUID', 'nsUniqueId', 'ipaUniqueID'],
  lock: ['pwdAccountLockedTime', 'nsAccountLock'],
  groups: '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))',
  idOf: (entry) => {
    for (const name of ldapDialect.ids) {
      const id = textOf(entry, name);
      if (id !== undefined && id !== '') return id;
    }
    return undefined;
  },
  // Locked by an administrator, for good: a lock after wrong passwords carries the time at which it happened.
  isDisabled: (entry) =>
    textOf(entry, 'pwdAccountLockedTime') === '000001010000Z' || textOf(entry, 'nsAccountLock')?.toLowerCase() === 'true',
};

/** Active Directory and Samba. */
export const adDialect: Dialect = {
  kind: 'ad',
  ids: ['objectGUID'],
  lock: ['userAccountControl'],
  groups: '(objectClass=group)',
  idOf: (entry) => {
    const value = entry['objectGUID'];
    const first = Array.isArray(value) ? value[0] : value;
    return Buffer.isBuffer(first) ? guidText(first) : undefined;
  },
  isDisabled: (entry) => {
    const flags = textOf(entry, 'userAccountControl');
    return flags === undefined ? undefined : (Number(flags) & accountDisabled) !== 0;
  },
};
