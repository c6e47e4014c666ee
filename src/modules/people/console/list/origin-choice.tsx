import type { ComponentType } from 'react';
import { personParts } from '#kit/console/person/person-parts.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';

/** One place from which people come, chosen as the module that keeps these lets them be chosen. */
export async function originChoice(): Promise<ComponentType<PickerProps>> {
  const choice = await personParts().origins?.choice();
  if (!choice) throw new Error('No module says where people come from');
  return choice;
}
