import { certificatesIn } from '#platform/secrets/certificates.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { ldapConfig, samlConfig, type LdapConfig } from '../common/auth-config.ts';

/** Mistakes of a configuration that its schema does not see. */
export async function configIssues(config: unknown): Promise<OperationIssue[]> {
  const ldap = ldapConfig.safeParse(config);
  if (ldap.success) return ldapIssues(ldap.data);
  const saml = samlConfig.safeParse(config);
  return saml.success && !certificatesIn(saml.data.certificates) ? [issue('saml.certificates', 'issue.certificates')] : [];
}

const issue = (path: string, key: string): OperationIssue => ({ path, namespace: 'sign-in', key });

async function ldapIssues({ connection, lookup }: LdapConfig): Promise<OperationIssue[]> {
  const issues: OperationIssue[] = [];
  if (!(await isFilter(lookup.filter.replaceAll('{account}', 'x')))) issues.push(issue('ldap.lookup.filter', 'issue.filter'));
  if (lookup.mode === 'pattern' && lookup.pattern === '') issues.push(issue('ldap.lookup.pattern', 'issue.pattern'));
  if (connection.security === 'plain' && connection.ca !== '') issues.push(issue('ldap.connection.ca', 'issue.caWithoutTls'));
  return issues;
}

async function isFilter(text: string): Promise<boolean> {
  const { FilterParser } = await import('ldapts');
  try {
    FilterParser.parseString(text);
    // The library closes what was left open. Inside values parentheses are escaped, so each that stands there counts.
    return text.split('(').length === text.split(')').length;
  } catch {
    return false;
  }
}
