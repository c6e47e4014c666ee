import { sql } from 'kysely';
import { createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { DepartmentUse, UseRow } from '#kit/server/department-use.ts';
import { labelOf, sealedPlace } from './value.service.ts';
import { propertiesById } from './definitions.ts';
import { pathsOfScope, valueId, type Scope } from './scopes.ts';
import { propertyValueKind } from './value.kind.ts';

/** Values that hold for a department. What the department in its place has set already stays; the id of a value is made of its scope, so that another one is made. */
export const propertyDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'propertyValue',
    title: { zh_CN: '属性值', en_US: 'Property values', ja_JP: 'プロパティ値' },
    uses: (
      ids,
    ) => sql<UseRow>`select property_value.object_id as department_id, 'propertyValue'::text as object_kind, property_value.id::text as id,
        property.namespace || '.' || property.key as name
      from property_value join property on property.id = property_value.property_id
      where property_value.scope_kind = 'department' and property_value.object_id = any(${ids})`,
    replace: async (tx, { services: { secrets }, caller }, { ids, replacing, options }) => {
      const states = [...(await propertyValueKind.read(tx, ids, true)).values()];
      const properties = await propertiesById(
        tx,
        states.map(({ fields }) => String(fields['propertyId'])),
      );
      const requests = states.flatMap(({ id, fields }) => {
        const scope: Scope = { scopeKind: 'department', scopeId: replacing.get(String(fields['scopeId'])) ?? '' };
        const property = properties.get(String(fields['propertyId']));
        return property ? [{ from: id, id: valueId(property.id, scope), fields, property, scope }] : [];
      });
      const present = await propertyValueKind.read(
        tx,
        requests.map(({ id }) => id),
        true,
      );
      // Of two departments that become one the first value stays.
      const made = new Set(present.keys());
      const drafts = [];
      for (const { from, id, fields, property, scope } of requests) {
        if (made.has(id)) continue;
        made.add(id);
        const name = labelOf(property, scope);
        const sealed = typeof fields['sealed'] === 'string' ? fields['sealed'] : undefined;
        const moved: Fields = {
          ...fields,
          label: name,
          scopeId: scope.scopeId,
          objectId: scope.scopeId,
          // A sealed value belongs to its row.
          ...(sealed !== undefined && secrets && { sealed: secrets.seal(secrets.open(sealed, sealedPlace(from)), sealedPlace(id)) }),
        };
        drafts.push({ id, name, path: (await pathsOfScope(tx, scope))[0] ?? null, fields: moved });
      }
      await removeObjects(tx, caller, propertyValueKind, ids, options);
      if (drafts.length > 0) await createObjects(tx, caller, propertyValueKind, drafts, options);
    },
  },
];
