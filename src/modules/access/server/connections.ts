import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Means } from '#kit/server/crud/crud-draft.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { database, dubbo, sap, soap } from '../common/connection.contract.ts';
import { accessChanged } from './access-changes.ts';
import { updateBesideSecret } from './address-secret.ts';
import { impactOn, interfacesOn, lastTests } from './counters.ts';
import { directory } from './directory.ts';

const usage = async ({ db }: Means, field: string, objects: readonly { id: string }[]) => {
  const ids = objects.map(({ id }) => id);
  const [used, tests] = await Promise.all([interfacesOn(db, field, ids), lastTests(db, ids)]);
  return ids.map((id) => ({ usedBy: used.get(id)?.length ?? 0, lastTest: tests.get(id) ?? null }));
};

const notHere = (path: string): OperationIssue => ({ path, namespace: 'access', key: 'issue.notHere' });

/** Kinds and modes that this installation has no driver for. */
function refuseMissing<A>(path: keyof A & string, missing: readonly unknown[]) {
  return async (_tx: unknown, _caller: unknown, operations: readonly { after: Partial<A> | null }[]) => {
    const issues = new Map<number, OperationIssue[]>();
    for (const [index, { after }] of operations.entries()) if (after && missing.includes(after[path])) issues.set(index, [notHere(path)]);
    return issues;
  };
}

const databaseServer = crudServer(database, {
  table: 'access_database',
  directory,
  check: refuseMissing('kind', ['sqlserver', 'oracle']),
  written: (tx) => accessChanged(tx),
  impact: (tx, _caller, operations) => impactOn(tx, 'databaseId', operations),
  usedBy: (tx, ids) => interfacesOn(tx, 'databaseId', ids),
  rows: (means, objects) => usage(means, 'databaseId', objects),
});

/** Databases on the server. */
export const databases = {
  ...databaseServer,
  routes: {
    ...databaseServer.routes,
    update: updateBesideSecret({
      operation: database.update,
      table: 'access_database',
      columns: { host: 'host', port: 'port', account: 'account', tls: 'tls', kind: 'kind' },
      server: databaseServer,
    }),
  },
};

const isWeb = (address: string): boolean => /^https?:\/\/[^/]/i.test(address) && URL.canParse(address);

/** Descriptions and services are read over the web: anything else would be a file of this machine. */
function refuseFiles(
  operations: readonly { after: Partial<{ wsdlUrl: string; endpoint: string }> | null }[],
): Map<number, OperationIssue[]> {
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { after }] of operations.entries()) {
    const wrong = (['wsdlUrl', 'endpoint'] as const).filter((path) => {
      const address = after?.[path];
      return address !== undefined && (path === 'wsdlUrl' || address !== '') && !isWeb(address);
    });
    if (wrong.length > 0)
      issues.set(
        index,
        wrong.map((path) => ({ path, namespace: 'access', key: 'issue.webAddress' })),
      );
  }
  return issues;
}

const soapServer = crudServer(soap, {
  table: 'access_soap',
  directory,
  check: async (_tx, _caller, operations) => refuseFiles(operations),
  written: (tx) => accessChanged(tx),
  impact: (tx, _caller, operations) => impactOn(tx, 'soapId', operations),
  usedBy: (tx, ids) => interfacesOn(tx, 'soapId', ids),
  rows: async (means, objects) => {
    const used = await usage(means, 'soapId', objects);
    const ids = objects.map(({ id }) => id);
    const read =
      ids.length === 0
        ? []
        : await means.db.selectFrom('soap_wsdl').select(['soap_id', 'operations', 'read_at']).where('soap_id', 'in', ids).execute();
    const known = new Map(read.map((one) => [one.soap_id, one]));
    return objects.map(({ id }, index) => ({
      ...used[index]!,
      operations: known.get(id)?.operations.map(({ name }) => name) ?? [],
      readAt: known.get(id)?.read_at ?? null,
    }));
  },
});

/** SOAP services on the server. */
export const soaps = {
  ...soapServer,
  routes: {
    ...soapServer.routes,
    update: updateBesideSecret({
      operation: soap.update,
      table: 'access_soap',
      columns: { wsdlUrl: 'wsdl_url', endpoint: 'endpoint', account: 'account', security: 'security' },
      server: soapServer,
    }),
  },
};

const sapServer = crudServer(sap, {
  table: 'access_sap',
  directory,
  check: refuseMissing('mode', ['rfc']),
  written: (tx) => accessChanged(tx),
  impact: (tx, _caller, operations) => impactOn(tx, 'sapId', operations),
  usedBy: (tx, ids) => interfacesOn(tx, 'sapId', ids),
  rows: (means, objects) => usage(means, 'sapId', objects),
});

/** SAP systems on the server. */
export const saps = {
  ...sapServer,
  routes: {
    ...sapServer.routes,
    update: updateBesideSecret({
      operation: sap.update,
      table: 'access_sap',
      columns: { host: 'host', port: 'port', https: 'https', account: 'account', client: 'client' },
      server: sapServer,
    }),
  },
};

const missingDubbo = refuseMissing<{ mode: string; protocol: string }>('mode', ['nacos']);
const missingProtocol = refuseMissing<{ mode: string; protocol: string }>('protocol', ['triple']);

/** Dubbo connections on the server. */
export const dubbos = crudServer(dubbo, {
  table: 'access_dubbo',
  directory,
  check: async (tx, caller, operations) =>
    new Map([...(await missingDubbo(tx, caller, operations)), ...(await missingProtocol(tx, caller, operations))]),
  written: (tx) => accessChanged(tx),
  impact: (tx, _caller, operations) => impactOn(tx, 'dubboId', operations),
  usedBy: (tx, ids) => interfacesOn(tx, 'dubboId', ids),
  rows: (means, objects) => usage(means, 'dubboId', objects),
});
