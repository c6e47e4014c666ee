import type { z } from 'zod';
import type { LocalText } from '#kit/common/language.ts';
import type { Fields, Json, Kind, OperationIssue, State } from '../change/kind.ts';
import type { Db } from '../directory.ts';
import type { CoreServices } from '../services/core-services.ts';

/** Content of one file of a bundle: an object as text, ids replaced by codes. */
export type ConfigDocument = Record<string, Json>;

/** An object that configuration files name. */
export interface ConfigObject {
  id: string;
  /** Its name for ever, the same in every installation. */
  code: string;
  /** It is as the product delivers it: no file is written for it, but one may be applied to it. */
  untouched?: boolean;
  /** It is always there: no file makes it, and it is never deleted. */
  fixed?: boolean;
  /** Fields that its file holds; those of the kind unless said. */
  only?: readonly string[];
}

/** Where ids stand in the fields, by what they name: `{ 'range.departmentIds.*': 'department' }`; `*` is every item of a list, `#` of one whose order counts, a number one of them, `*[kind=employee]` the items whose `kind` says so. */
export type ConfigReferences = Readonly<Record<string, string>>;

/** Object to be created for a file whose object does not exist. */
export interface ConfigCreation {
  id: string;
  name: string;
  /** ltree path of its department. */
  path?: string | null;
  /** Fields beside those of the file. */
  fields: Fields;
}

/** A kind of object that can be carried between installations as text. */
export interface ConfigKind {
  /** Folder of its files and name by which others refer to its objects: `role`. */
  readonly name: string;
  readonly kind: Kind;
  /** Journaled fields that files hold, and what each must be (ids are back in place). Other fields are no configuration: they stay. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly refers?: ConfigReferences | ((fields: Fields) => ConfigReferences);
  /** Fields that are sealed secrets; files hold a reference only. */
  readonly secrets?: Readonly<
    Record<
      string,
      {
        readonly table: string;
        readonly column: string;
        /** The object's id unless said. */
        readonly row?: string;
        /** Value of the column where the secret was removed. */
        readonly none?: string;
      }
    >
  >;
  /** Whether existing secrets may stay after a change: never for another system than the one they were entered for. */
  keepsSecrets?(before: Fields, after: Fields): boolean | Promise<boolean>;
  /** Fields of a file merged with what only this installation has of them: an uploaded file. */
  keeps?(given: Fields, before: Fields): Fields;
  /** Fields that never change once the object is there. */
  readonly constant?: readonly string[];
  /** Kinds whose objects are named by these, so that they come first. */
  readonly after?: readonly string[];
  /** Every object that files may name, in the order of their codes or in none. */
  objects(db: Db, services: CoreServices): Promise<readonly ConfigObject[]>;
  /** Creates the object of a file that has none; `given` are its fields with ids. `id` is new unless the kind's ids follow from the fields. */
  create(db: Db, request: { id: string; code: string; given: Fields }, services: CoreServices): Promise<ConfigCreation>;
  /** Rules of its forms that a schema can't say: looked at for new and changed objects, with all fields; `before` is null for a new one. */
  rules?(fields: Fields, db: Db, services: CoreServices, before: Fields | null): Promise<OperationIssue[]>;
  /** Whether an object with these fields is configuration, where not all of the kind are. */
  holds?(fields: Fields): boolean;
  /** Fields of a fixed object whose file is gone: it goes back to what the product delivers. Without this it stays as it is; others are deleted. */
  reset?(state: State, db: Db, services: CoreServices): Promise<Fields>;
}

/** Value that files write out wherever it is referenced, because it has no file of its own: a picture. `name` is what references call it. */
export interface ConfigInline {
  readonly name: string;
  textOf(db: Db, id: string): Promise<string | undefined>;
  /** The id of what a text says; it is kept where it was not there. Undefined where the text says nothing. The same text has the same id. */
  idOf(db: Db, text: string): Promise<string | undefined>;
}

/** Kinds of objects that are exported, planned and locked together. */
export interface ConfigArea {
  /** Folder at the top of a bundle. */
  readonly area: string;
  readonly title: LocalText;
  readonly kinds: readonly ConfigKind[];
  readonly inline?: readonly ConfigInline[];
  /**
   * What applying does to people beyond what the kinds count line by line: asked before lines of the area are done, in the transaction in
   * which a plan is tried; what it answers is asked when all lines are done.
   */
  effect?(tx: Db, services: CoreServices): Promise<() => Promise<Readonly<Record<string, number>>>>;
}
