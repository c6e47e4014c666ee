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

/** What the modules declare as facts, of every module, and what the licence leaves of it. */
export interface DeclaredParts {
  /** What the licence allows. */
  readonly licence: Licences;
  /** Every kind of object that changes through the change engine. */
  readonly kinds: readonly Kind[];
  /** What the networks are called that addresses lie in. */
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
  /** What names crowds, of every module. */
  readonly crowdUses: readonly CrowdUse[];
  /** What asks for extra fields, of every module. */
  readonly extraUses: readonly ExtraUse[];
  /** What names departments, of every module. */
  readonly departmentUses: readonly DepartmentUse[];
}
