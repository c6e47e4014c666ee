import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, codeText, integer, longText, refers, text, value } from '#kit/common/crud/fields.ts';
import * as atoms from '#kit/common/schema.ts';
import { databasePage, dubboPage, sapPage, soapPage } from './permissions.ts';
import { busyCalls } from './busy-calls.ts';

/** What rows of connections also carry: how many interfaces use it, and its last test. */
const more = {
  usedBy: z.int(),
  lastTest: z.object({ at: atoms.time(), class: z.string(), ms: z.int() }).nullable(),
};

/** What holds of every connection: whose it is, what its rows tell, that one in use stays. */
const connection = {
  module: 'access',
  scope: { by: 'ownerDeptId' },
  typedAbove: { calls30: busyCalls },
} as const;
const named = { name: text(100).unique().sorted().searched() };
const trusted = { ca: longText(65_536).default('') };
const owned = { ownerDeptId: refers('department').filtered() };
const inUse = { delete: { errors: [10410] } };

/** Databases of customers. */
export const databaseKinds = ['postgresql', 'mysql', 'mariadb', 'sqlserver', 'oracle'] as const;

/** A database that interfaces ask. */
export const database = crudContract({
  ...connection,
  kind: 'database',
  path: 'mas/database',
  title: { zh_CN: '数据源', en_US: 'Database', ja_JP: 'データソース' },
  page: databasePage,
  fields: {
    ...named,
    kind: choice(databaseKinds).default('postgresql').filtered(),
    host: text(253).searched(),
    port: integer(1, 65_535).default(5432),
    database: text(128),
    account: text(128),
    secret: text(1000).nullable().secret(),
    tls: choice(['off', 'require', 'verify']).default('verify'),
    ...trusted,
    poolMax: integer(1, 50).default(10),
    allowWrite: bool().default(false).filtered(),
    ...owned,
  },
  more: { row: more },
  operations: inUse,
});
export type DatabaseRow = CrudRow<typeof database>;

/** A SOAP service described by a WSDL. */
export const soap = crudContract({
  ...connection,
  kind: 'soap',
  path: 'mas/soap',
  title: { zh_CN: 'SOAP 服务', en_US: 'SOAP service', ja_JP: 'SOAP サービス' },
  page: soapPage,
  fields: {
    ...named,
    wsdlUrl: text(1000).example('https://soap.example.com/service?wsdl'),
    /** In place of the address in the WSDL. */
    endpoint: longText(1000).default('').example('https://soap.example.com/service'),
    soapVersion: choice(['1.1', '1.2']).default('1.1').filtered(),
    security: choice(['none', 'basic', 'wsseText', 'wsseDigest']).default('none'),
    account: longText(128).default(''),
    secret: text(1000).nullable().secret(),
    ...trusted,
    ...owned,
  },
  more: { row: { ...more, operations: z.array(z.string()), readAt: atoms.time().nullable() } },
  operations: inUse,
});
export type SoapRow = CrudRow<typeof soap>;

/** A SAP system. */
export const sap = crudContract({
  ...connection,
  kind: 'sap',
  path: 'mas/sap',
  title: { zh_CN: 'SAP 系统', en_US: 'SAP system', ja_JP: 'SAP システム' },
  page: sapPage,
  fields: {
    ...named,
    mode: choice(['soapRfc', 'odata', 'rfc']).default('soapRfc').filtered(),
    host: text(253).searched(),
    port: integer(1, 65_535).default(443),
    https: bool().default(true),
    client: text(3).example('100'),
    language: text(2).default('EN').example('EN'),
    account: text(128),
    secret: text(1000).nullable().secret(),
    /** Path of the RFC service, or the root of the OData service. */
    path: text(500).default('/sap/bc/soap/rfc'),
    odataVersion: choice(['2', '4']).default('2'),
    ...trusted,
    ...owned,
  },
  more: { row: more },
  operations: { ...inUse, add: { errors: [14042] }, update: { errors: [14042] } },
});
export type SapRow = CrudRow<typeof sap>;

const hostPort = z
  .string()
  .max(270)
  .regex(/^[A-Za-z0-9_.:[\]-]+:\d{1,5}$/);

/** A Dubbo application: providers by their addresses, or as a registry tells them. */
export const dubbo = crudContract({
  ...connection,
  kind: 'dubbo',
  path: 'mas/dubbo',
  title: { zh_CN: 'Dubbo 服务', en_US: 'Dubbo service', ja_JP: 'Dubbo サービス' },
  page: dubboPage,
  fields: {
    ...named,
    mode: choice(['direct', 'zookeeper', 'nacos']).default('direct').filtered(),
    /** Providers, or the registry's servers. */
    addresses: value(z.array(hostPort).min(1).max(20), z.array(z.string())).example(['dubbo.example.com:20880']),
    root: codeText(100).default('dubbo'),
    protocol: choice(['dubbo', 'triple']).default('dubbo'),
    application: codeText(100).default('wheelhouse'),
    timeoutMs: integer(100, 60_000).default(3000),
    ...owned,
  },
  more: { row: more },
  operations: inUse,
});
export type DubboRow = CrudRow<typeof dubbo>;
