import type { Language } from '#kit/common/language.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import type { Services } from '#kit/server/services.ts';
import { enumsGet } from '../common/enums.contract.ts';

/** Enumerations for consoles and terminals that are not built with the contracts. */
export const enumsRoutes: readonly BoundRoute[] = [
  handle(enumsGet, async ({ services, caller }, { names, language }) => enumsOf(services, names, language ?? caller.language)),
];

function enumsOf({ enumerations }: Pick<Services, 'enumerations'>, names: readonly string[] | undefined, language: Language) {
  const wanted = names ? enumerations.filter(({ name }) => names.includes(name)) : enumerations;
  return Object.fromEntries(
    wanted.map(({ name, values }) => [name, values.map(({ value, label }) => ({ value, label: label[language] }))]),
  );
}
