import { adSourceConfig, ldapSourceConfig, type LdapSourceConfig } from '../../../common/config/ldap.ts';
import type { Connector } from '../connector.ts';
import { adDialect, ldapDialect, type Dialect } from './dialect.ts';
import { sourceFailure } from './failure.ts';
import { readAll } from './reading.ts';
import { openSession, type Waits } from './session.ts';
import { trySteps } from './try-steps.ts';

const usual: Waits = { one: 10_000, page: 60_000 };

const both: Connector['suggests'] = {
  'employee.externalId': ['$id'],
  'employee.departments': ['$departments'],
  'employee.departmentPath': ['$path'],
  'employee.manager': ['$manager'],
  'employee.disabled': ['$disabled'],
  'employee.email': ['mail'],
  'employee.mobile': ['mobile'],
  'employee.workPhone': ['telephoneNumber'],
  'employee.title': ['title'],
  'employee.workplace': ['physicalDeliveryOfficeName', 'l'],
  'employee.personalEmail': ['homeEmail'],
  'employee.locale': ['preferredLanguage'],
  'department.externalId': ['$id'],
  'department.parent': ['$parent'],
  'department.email': ['mail'],
  'department.phone': ['telephoneNumber'],
  'department.address': ['postalAddress', 'street'],
  'department.description': ['description'],
};

const ofLdap: Connector['suggests'] = {
  ...both,
  'employee.account': ['uid', 'mail', 'cn'],
  'employee.name': ['displayName', 'cn'],
  'employee.employeeNo': ['employeeNumber'],
  'employee.employmentType': ['employeeType'],
  'employee.costCentre': ['departmentNumber'],
  'employee.avatar': ['jpegPhoto'],
  'department.name': ['ou', 'cn'],
};

const ofAd: Connector['suggests'] = {
  ...both,
  'employee.account': ['sAMAccountName', 'userPrincipalName'],
  'employee.name': ['displayName', 'cn', 'name'],
  'employee.employeeNo': ['employeeID', 'employeeNumber'],
  'employee.employmentType': ['employeeType'],
  'employee.expiresAt': ['accountExpires'],
  'employee.avatar': ['thumbnailPhoto', 'jpegPhoto'],
  'department.name': ['displayName', 'ou', 'name', 'cn'],
};

/** A connector for one make of directory; tests wait less long than people do. */
export function connectorFor(kind: 'ldap' | 'ad', waits: Waits = usual): Connector<LdapSourceConfig> {
  const dialect: Dialect = kind === 'ad' ? adDialect : ldapDialect;
  return {
    kind,
    config: kind === 'ad' ? adSourceConfig : ldapSourceConfig,
    secrets: ['password'],
    target: ({ servers, security, ca, bindDn }) => JSON.stringify({ servers, security, ca, bindDn }),
    incremental: ({ departments }) => departments !== 'groups',
    test: (house, source, signal) => trySteps({ house, dialect, waits }, source, signal),
    async *read(house, source, request) {
      const session = await openSession(house, source, { signal: request.signal }, waits);
      try {
        yield* readAll({ session, config: source.config, dialect, house }, request);
      } catch (error) {
        request.signal.throwIfAborted();
        throw sourceFailure(error, session.server);
      } finally {
        session.close();
      }
    },
    suggests: kind === 'ad' ? ofAd : ofLdap,
  };
}

/** OpenLDAP, 389 Directory Server and what speaks like them. */
export const ldapConnector = connectorFor('ldap');
/** Active Directory. */
export const adConnector = connectorFor('ad');
