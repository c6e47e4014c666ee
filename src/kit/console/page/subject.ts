import { createContext, useContext } from 'react';
import type { Catalogs } from '#kit/common/catalogs.ts';
import type { Namespace } from '../i18n/i18n.ts';
import { textIfAny } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/use-t.ts';

/** What a page is about: the module whose catalogue names it and the kind of its objects (`employee`), by which fields are labelled. */
export interface Subject<N extends string = string, K extends string = string> {
  readonly namespace: N;
  readonly kind: K;
}

type KindIn<Key> = Key extends `${infer K}.field.${string}`
  ? K
  : Key extends `${string}.${string}`
    ? never
    : Key extends string
      ? Key
      : never;
/** The kinds that a namespace names, or of which it has field labels. */
export type KindOf<N extends Namespace> = KindIn<keyof Catalogs[N]>;

type FieldIn<Key, K extends string> = Key extends `${K}.field.${infer F}` ? F : never;
/** Names of fields that have a label: in the subject's catalogue, or in the kit's for what every entity carries. */
export type Labelled<S extends Subject> =
  | (S['namespace'] extends Namespace ? FieldIn<keyof Catalogs[S['namespace']], S['kind']> : never)
  | (Catalogs extends { kit: infer T } ? (keyof T extends infer Key ? (Key extends `field.${infer F}` ? F : never) : never) : never);

/** Names what a page is about; a kind without labels in the catalogue does not compile. */
export function subject<N extends Namespace, const K extends KindOf<N>>(namespace: N, kind: K): Subject<N, K> {
  return Object.freeze({ namespace, kind });
}

/** The subject of the page or form around, for labels of fields. */
export const SubjectContext = createContext<Subject>({ namespace: 'kit', kind: 'object' });

/** Texts of a subject whose keys are only known at run time; all have a readable fallback. */
export interface Words {
  /** The kind itself ("Department"). */
  kind(): string;
  /** Label of a field: the module's, else the kit's, else the name. */
  field(name: string): string;
  /** Label of a filter: a text of its own, else the field's. */
  filter(name: string): string;
  /** What a value of an enumeration is called: `employee.status.active`. */
  value(field: string, value: string): string;
  /** What a value, or a part, of a field is called by the module: for this kind, else for all that have a field of this name. */
  told(field: string, value: string): string | undefined;
  /** Any text of the subject by its last part; undefined when there is none. */
  own(key: string): string | undefined;
}

/** Texts of a subject, outside components. */
export function wordsOf({ namespace, kind }: Subject): Words {
  const own = (key: string): string | undefined => textIfAny(namespace, `${kind}.${key}`);
  const shared = (key: string): string | undefined => textIfAny('kit', key);
  const field = (name: string): string => own(`field.${name}`) ?? shared(`field.${name}`) ?? name;
  // The kit's words for the values of a field go with its label.
  const usual = (name: string, value: string): string | undefined =>
    own(`field.${name}`) === undefined ? shared(`${name}.${value}`) : undefined;
  const told = (name: string, value: string): string | undefined => own(`${name}.${value}`) ?? textIfAny(namespace, `${name}.${value}`);
  return {
    kind: () => textIfAny(namespace, kind) ?? own('title') ?? kind,
    field,
    filter: (name) => own(`filter.${name}`) ?? own(`field.${name}`) ?? shared(`filter.${name}`) ?? field(name),
    value: (name, value) => own(`${name}.${value}`) ?? usual(name, value) ?? shared(`value.${value}`) ?? told(name, value) ?? value,
    told,
    own,
  };
}

/** Texts of a subject in the language on screen; that of the page around unless another is named. */
export function useWords(named?: Subject): Words {
  const around = useContext(SubjectContext);
  // A switch of language draws again whoever reads texts.
  useLanguage();
  return wordsOf(named ?? around);
}
