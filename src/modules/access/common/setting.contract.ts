import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { choice, integer, value } from '#kit/common/crud/fields.ts';
import * as atoms from '#kit/common/schema.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { logLevels } from './interface.contract.ts';
import { databasePage, dubboPage, globalParamPage, interfacePage, prefixPage, sapPage, soapPage } from './permissions.ts';

/** What holds for every interface. */
export const gatewaySetting = settingContract({
  module: 'access',
  kind: 'gatewaySetting',
  path: 'mas/setting',
  access: { read: globalParamPage.code, write: globalParamPage.button.settings },
  answers: 'version',
  summary: {
    get: 'What holds for every interface: time-out, size of requests, log of new interfaces, names that are masked',
    update: 'Changes what holds for every interface: in force on every node within a second',
  },
  update: { audit: 'mas.setting' },
  fields: {
    /** No call takes longer, whatever its interface says. */
    timeoutMs: integer(1000, 120_000),
    /** No request is longer. */
    maxInBytes: integer(1024, 20 * 1024 * 1024),
    /** What the log of a new interface keeps. */
    logLevel: choice(logLevels),
    /** Names of fields and headers that no log shows, beside those that are always masked. */
    maskNames: value(
      z
        .array(atoms.text(100))
        .max(200)
        .transform((all) => [...new Set(all)]),
    ),
  },
});

/** Reads and changes what holds for every interface. */
export const { get: settingGet, update: settingUpdate } = gatewaySetting;

/** Processes that answer calls. */
export const nodeList = endpoint({
  method: 'GET',
  path: 'mas/node/list',
  access: { code: globalParamPage.code },
  scope: 'none',
  input: z.object({}),
  reply: z.object({
    list: z.array(
      z.object({
        node: z.string(),
        seenAt: atoms.time(),
        /** Whether its table of interfaces is the newest. */
        current: z.boolean(),
        callsPerSecond: z.number(),
        inFlight: z.int(),
        /** Calls that wait to be logged. */
        waiting: z.int(),
        loopMs: z.number(),
      }),
    ),
  }),
  summary: 'Processes of the gateway that were seen in the last minute: their table, calls a second, delay',
});

/** What uses of are asked for. */
export const usedKinds = ['database', 'soap', 'sap', 'dubbo', 'globalParam', 'interfacePrefix', 'apiInterface'] as const;

/** Who uses something. */
export const usageList = endpoint({
  method: 'GET',
  path: 'mas/usage/list',
  access: {
    anyOf: [interfacePage.code, databasePage.code, soapPage.code, sapPage.code, dubboPage.code, globalParamPage.code, prefixPage.code],
  },
  permit: {
    by: 'kind',
    codes: {
      database: databasePage.code,
      soap: soapPage.code,
      sap: sapPage.code,
      dubbo: dubboPage.code,
      globalParam: globalParamPage.code,
      interfacePrefix: prefixPage.code,
      apiInterface: interfacePage.code,
    },
  },
  scope: 'department',
  input: z.object({ kind: z.enum(usedKinds), id: atoms.id() }),
  reply: z.object({
    list: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string(), calls30: z.int() })),
    /** Calls of thirty days through all of them. */
    calls30: z.int(),
    /** More than a hundred calls a day: its name is to be typed before it is switched off. */
    busy: z.boolean(),
  }),
  summary: 'What uses a connection, a parameter, a prefix or an interface, with the calls of thirty days',
});
