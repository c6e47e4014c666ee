import { codesOf } from '#kit/common/contract.ts';
import { useT } from '../i18n/use-t.ts';
import type { CrudEndpoints } from './crud-endpoints.ts';

const verbs = ['add', 'update', 'remove', 'enable', 'disable'] as const;
type Verb = (typeof verbs)[number];

/**
 * What an operation is called in plain words, where one grant is for several of a page's operations ("Manage exceptions"): its name would stand
 * on buttons that do different things. Undefined where the grant is for this alone: its name says it better.
 */
export function useVerbWord(endpoints: CrudEndpoints): (verb: Verb) => string | undefined {
  const t = useT('kit');
  const grantOf = (verb: Verb): string | undefined => {
    const { [verb]: endpoint } = endpoints;
    return endpoint && codesOf(endpoint.access).join();
  };
  return (verb) => {
    const grant = grantOf(verb);
    const isShared = verbs.some((other) => other !== verb && grantOf(other) === grant);
    return grant !== undefined && isShared ? t(`verb.${verb}`) : undefined;
  };
}
