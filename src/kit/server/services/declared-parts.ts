import type { Endpoint } from '#kit/common/contract.ts';
import type { Enumeration } from '#kit/common/enumeration.ts';
import type { MenuResource } from '#kit/common/permission.ts';
import type { PropertyDefinition } from '#kit/common/property.ts';
import type { Kind } from '../change/kind.ts';
import type { CrowdUse } from '../crowd-use.ts';
import type { DepartmentUse } from '../department-use.ts';
import type { ExtraUse } from '../extra-use.ts';
import type { KeyedColumn } from '../keyed-column.ts';
import type { Licences } from '../licence.ts';
import type { KnownLogKind } from '../log-kind.ts';
import type { NetworkNames } from '../network-names.ts';

/** Declarations of all modules, as far as the licence allows them. */
export interface DeclaredParts {
  /** Features and limits of the licence. */
  readonly licence: Licences;
  /** Every kind of object that changes through the change engine. */
  readonly kinds: readonly Kind[];
  /** Names of the networks of addresses. */
  readonly networkNames: NetworkNames;
  /** Every log that the modules keep. */
  readonly logKinds: readonly KnownLogKind[];
  /** Every page and button that the modules declare. */
  readonly resources: readonly MenuResource[];
  /** Every operation that the modules bind, to show what stands behind a code. */
  readonly operations: readonly Endpoint[];
  /** Every enumeration that the modules declare. */
  readonly enumerations: readonly Enumeration[];
  /** Every property that the modules declare. */
  readonly properties: readonly PropertyDefinition[];
  /** Every column that is sealed under a key of the enterprise. */
  readonly keyedColumns: readonly KeyedColumn[];
  /** Uses of dynamic groups, of all modules. */
  readonly crowdUses: readonly CrowdUse[];
  /** Uses of extra fields, of all modules. */
  readonly extraUses: readonly ExtraUse[];
  /** Uses of departments, of all modules. */
  readonly departmentUses: readonly DepartmentUse[];
}
