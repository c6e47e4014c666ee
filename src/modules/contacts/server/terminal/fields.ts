import { maskMobile } from '#modules/people/server/public.ts';
import type { ContactField } from '../../common/field.contract.ts';
import type { FieldOverride } from '../../common/special.contract.ts';
import { openFields, type FieldKey, type Mask, type Place } from '../../common/words.ts';
import { typeOf } from '../field/extras.ts';
import { isUnder, type Person } from '../rule/book.ts';
import type { Viewer } from '../rule/compile.ts';
import { inLine, type Decision } from '../rule/decide.ts';

/** A field that a viewer reads of a target, and how clear. */
export interface Readable {
  readonly field: ContactField;
  readonly mask: Mask;
  readonly reveal: boolean;
}

/** Whether a viewer belongs to those who read a field of a target. */
function isAudience({ visibleTo, visibleRoles }: ContactField, viewer: Viewer, target: Person): boolean {
  const mine = viewer.person.placements;
  const theirs = target.placements;
  return visibleTo.some((audience) => {
    if (audience === 'everyone') return true;
    if (audience === 'sameDept') return mine.some(({ id }) => theirs.some((place) => place.id === id));
    if (audience === 'sameDeptBelow') return mine.some(({ path }) => theirs.some((place) => isUnder(place.path, path)));
    if (audience === 'sameCompany')
      return mine.some(({ company }) => company !== null && theirs.some((place) => place.company === company));
    if (audience === 'reportingLine') return inLine(viewer.person, target);
    return audience === 'roles' && viewer.parts.some(({ roleId }) => visibleRoles.includes(roleId));
  });
}

/** What special rules say of a field. */
function overrideOf({ limit, exceptionOf }: Decision, key: FieldKey): FieldOverride | undefined {
  const list = limit ? limit.fields : (exceptionOf?.exceptionsSee.fields ?? []);
  return list.find(({ fieldKey }) => fieldKey === key);
}

/** Whether and how clear a viewer reads a field, wherever it is placed; undefined where it is absent for them. */
export function reading(viewer: Viewer, target: Person, decision: Decision, field: ContactField): Readable | undefined {
  if (decision.open) return { field, mask: 'none', reveal: false };
  const override = overrideOf(decision, field.fieldKey);
  if (openFields.includes(field.fieldKey)) return { field, mask: 'none', reveal: false };
  if (override) return override.show ? { field, mask: override.mask, reveal: false } : undefined;
  const type = typeOf(field.fieldKey);
  // Who is reached through somebody else has no numbers.
  if (decision.limit?.mode === 'protected' && (type === 'phone' || type === 'email')) return undefined;
  if (!isAudience(field, viewer, target)) return undefined;
  const reveal = field.reveal && field.mask !== 'none' && decision.functions.has('number.reveal');
  return { field, mask: field.mask, reveal };
}

/** The fields of a place that a viewer reads of a target, in their order. */
export function fieldsAt(viewer: Viewer, target: Person, decision: Decision, place: Place): Readable[] {
  // Who is only found has no more on the card than in the list of what was found.
  const shown = place === 'card' && !decision.tree ? 'search' : place;
  return viewer.book.fields.flatMap((field) => (field.places.includes(shown) ? (reading(viewer, target, decision, field) ?? []) : []));
}

/** A value as it is shown. */
export function maskedValue(key: FieldKey, value: string, mask: Mask): string {
  if (mask === 'none') return value;
  if (mask === 'all') return '****';
  if (typeOf(key) === 'phone') return maskMobile(value);
  const [head, ...domain] = value.split('@');
  const characters = [...(head ?? '')];
  const kept = characters.length > 2 ? `${characters[0]}****${characters.at(-1)}` : '****';
  return domain.length > 0 ? `${kept}@${domain.join('@')}` : kept;
}
