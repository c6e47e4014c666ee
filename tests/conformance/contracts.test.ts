import { zh_CN as kitTexts } from '../../src/kit/locales/zh_CN.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { modules } from '../../src/app/modules.ts';
import { clientAddress, isClientWrite } from '../../src/kit/common/client/client-endpoint.ts';
import { moduleOfCode } from '../../src/kit/common/codes.ts';
import { addressOf, codesOf, isWrite } from '../../src/kit/common/contract.ts';
import { languages } from '../../src/kit/common/language.ts';
import { codesAlsoOpened } from '../../src/kit/common/permission.ts';
import { actionOf } from '../../src/kit/server/audit/action.ts';
import { catalogsOf, textsOf } from '../../src/kit/server/texts.ts';
import { filterParts, untoldParts } from '../../src/modules/approvals/server/asked-for.ts';
import { askedLabel, subjectOf } from '../../src/modules/approvals/server/asked-words.ts';
import { operationGroups } from '../../src/modules/approvals/common/policy.contract.ts';
import { testDatabase } from '../../src/kit/testing/test-database.ts';
import { readExtras } from '../../src/modules/people/server/extra/extra.known.ts';

const operations = modules.flatMap((module) => module.routes.map((route) => ({ module: module.name, operation: route.operation })));
const ofTerminals = modules.flatMap(({ name, clientRoutes = [] }) => clientRoutes.map(({ operation }) => ({ module: name, operation })));
const resources = modules.flatMap((module) => module.resources);
const granted = new Set(resources.flatMap((page) => [page.code, ...page.buttons.map((button) => `${page.code}:${button.verb}`)]));

test('every operation has an address of its own', () => {
  const addresses = [
    ...operations.map(({ operation }) => `${operation.method} ${addressOf(operation)}`),
    ...ofTerminals.map(({ operation }) => `${operation.method} ${clientAddress(operation)}`),
  ];
  expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([]);
});

test('every needed code stands in the permission tree', () => {
  const missing = operations.flatMap(({ operation }) =>
    codesOf(operation.access)
      .filter((code) => !granted.has(code))
      .map((code) => `${operation.path} needs ${code}`),
  );
  expect(missing).toEqual([]);
});

/** Buttons that a handler looks at itself, because they widen what another button's call answers. */
const widening = new Set(['muc_user_management:exportFull', 'mas_interface_configuration_interface:testWrite']);

test('every button is behind at least one operation, or widens one', () => {
  const named = new Set(operations.flatMap(({ operation }) => codesOf(operation.access)));
  // Pages of a second frame open what the same pages of the first one do.
  const used = new Set([...named, ...[...codesAlsoOpened(resources)].flatMap(([code, other]) => (named.has(code) ? [other] : []))]);
  expect([...granted].filter((code) => code.includes(':') && !used.has(code) && !widening.has(code))).toEqual([]);
});

test('every write is audited; a POST that only reads says so', () => {
  const silent = operations.filter(({ operation }) => operation.method !== 'GET' && !operation.audit && !operation.reads);
  expect(silent.map(({ operation }) => operation.path)).toEqual([]);
});

test('a path is area/noun/verb with no parameter but {sysCode}', () => {
  const odd = [...operations, ...ofTerminals].filter(
    ({ operation }) => !/^[a-zA-Z]+[\w./{}-]*$/.test(operation.path) || /\{(?!sysCode\})/.test(operation.path),
  );
  expect(odd.map(({ operation }) => operation.path)).toEqual([]);
});

test('inputs of writes refuse keys they do not know', () => {
  const loose = operations.filter(({ operation }) => {
    const result = operation.input.safeParse({ noSuchKey: 1 });
    return (
      isWrite(operation) &&
      operation.encoding !== 'multipart' &&
      operation.answer !== 'raw' &&
      !result.error?.issues.some((issue) => issue.code === 'unrecognized_keys')
    );
  });
  expect(loose.map(({ operation }) => operation.path)).toEqual([]);
});

test('every page and button has a title in three languages', () => {
  const bare = resources.flatMap((page) =>
    [page, ...page.buttons].filter((node) => languages.some((language) => !node.title[language].trim())).map(() => page.code),
  );
  expect(bare).toEqual([]);
});

test('every code of an answer has its text', () => {
  const codes = [...operations, ...ofTerminals].flatMap(({ operation }) => operation.errors ?? []);
  const catalogs = catalogsOf(modules);
  expect(codes.filter((code) => !catalogs[moduleOfCode(code)]?.zh_CN[`error.${code}`])).toEqual([]);
});

test('every kind and every journaled field has a label', async () => {
  // A process knows the extra fields of the database that it read last: here one in which nobody made any.
  const database = await testDatabase();
  await readExtras(database.db);
  await database.close();
  const texts = catalogsOf(modules);
  const bare = modules.flatMap((module) => {
    const kinds = module.kinds ?? [];
    // A kind that carries operations of another in one batch (people with their departments) journals that one's fields too.
    // What every area has is called by the kit.
    const labelled = (field: string): boolean =>
      kinds.some((kind) => `${kind.kind}.field.${field}` in (texts[module.name]?.zh_CN ?? {})) || `field.${field}` in kitTexts;
    return kinds.flatMap((kind) =>
      Object.keys(kind.fields)
        .filter((field) => !labelled(field))
        .map((field) => `${kind.kind}.field.${field}`),
    );
  });
  expect(bare).toEqual([]);
});

test('writes of terminals refuse keys they do not know', () => {
  const loose = ofTerminals.filter(({ operation }) => {
    const result = operation.input.safeParse({ noSuchKey: 1 });
    return isClientWrite(operation) && !result.error?.issues.some((issue) => issue.code === 'unrecognized_keys');
  });
  expect(loose.map(({ operation }) => operation.path)).toEqual([]);
});

test('every audit word says what was done in three languages, and no sentence is left over', () => {
  const words = modules.flatMap((module) =>
    (module.words ?? []).flatMap((some) => Object.entries(some).map(([word, text]) => ({ word, text }))),
  );
  const spoken = new Set(words.map(({ word }) => word));
  const used = new Set([...operations, ...ofTerminals].flatMap(({ operation }) => operation.audit ?? []));
  expect([...used].filter((word) => !spoken.has(word))).toEqual([]);
  // What a plan is called once it is applied: the call itself only previews or starts it.
  const isPlan = (word: string): boolean =>
    used.has(`${word}Preview`) || used.has(`${word}Start`) || used.has(word.replace('.import', '.preview'));
  expect([...spoken].filter((word) => !used.has(word) && !isPlan(word) && !beyondTheWire.has(word))).toEqual([]);
  expect(words.filter(({ text }) => languages.some((language) => !text[language].trim())).map(({ word }) => word)).toEqual([]);
});

test('every audit word can be told as what is asked for, in three languages', () => {
  const words = modules.flatMap((module) => (module.words ?? []).flatMap((some) => Object.entries(some)));
  const told = words.map(([word, text]) => ({ word, deed: actionOf(text) }));
  expect(told.filter(({ deed }) => !deed).map(({ word }) => word)).toEqual(nobodysDeeds);
  const wrong = told.filter(({ deed }) => {
    if (!deed) return false;
    const isEnglish = /^(?!\w+ed\b)[A-Z][a-z]+ /u.test(deed.en_US) && !/ or [a-z]+ed\b/u.test(deed.en_US);
    // Verbs in す are told in す: から外する is no word.
    const isJapanese = /[うくすつぶむる]$/u.test(deed.ja_JP) && !/\p{Script=Hiragana}\p{Script=Han}する$/u.test(deed.ja_JP);
    return !(isEnglish && isJapanese) || /了(?!解)|已$/u.test(deed.zh_CN);
  });
  expect(wrong).toEqual([]);
});

test('every export to a file can be made to wait until others agree', () => {
  const held = operations.filter(({ operation }) => operationGroups['@export'].test(operation.audit ?? ''));
  expect(held.length).toBeGreaterThan(20);
  expect(held.filter(({ operation }) => !operation.waits).map(({ operation }) => operation.path)).toEqual([]);
});

test('what of an input stands for what can’t be foreseen is told by labels in three languages', () => {
  const texts = textsOf(catalogsOf(modules));
  const unseen = operations.filter(
    ({ operation: { audit, waits } }) => waits === 'again' || (waits === 'unseen' && operationGroups['@export'].test(audit ?? '')),
  );
  const nameless = unseen.flatMap(({ module, operation }) => {
    const subject = subjectOf(operation, {});
    if (subject === undefined) return [`${operation.path} names no subject`];
    return partsOf(operation.input).flatMap((name) =>
      languages
        .filter((language) => askedLabel({ texts, language, namespace: module, subject }, name) === undefined)
        .map((language) => `${operation.path}: ${subject}.${name} (${language})`),
    );
  });
  expect(nameless).toEqual([]);
});

/** Parts of an input that are told: those of its filter, too. */
function partsOf(input: z.ZodType): string[] {
  const inner = input instanceof z.ZodOptional || input instanceof z.ZodDefault ? (input.unwrap() as z.ZodType) : input;
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, part]) =>
    filterParts.has(name) ? partsOf(part) : untoldParts.has(name) ? [] : [name],
  );
}

/** What happens of itself or is done by a machine. */
const nobodysDeeds = ['scim.create', 'scim.delete', 'scim.patch', 'scim.replace', 'logout.federated', 'encryption.fetch'];

/** Audit words of what is done beside the wire: commands of the machine, work that the product does by itself. */
const beyondTheWire = new Set([
  'department.import',
  'scim.create',
  'scim.delete',
  'scim.patch',
  'scim.replace',
  'admin.password',
  'signIn.rescue',
  'authenticate.rollBack',
  'log.cleared',
  'login.federated',
  'logout.federated',
  'report.send',
  'employee.join',
  'employee.expire',
]);
