import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id } from '#kit/common/schema.ts';
import { employeeStatuses } from './employee-fields.ts';
import { pictureMark } from './picture.contract.ts';

const some = () => z.array(id()).max(1000).default([]);

/** Names for ids that other pages hold; what is unknown or out of range stands in `missing` alone. */
export const batchGet = endpoint({
  method: 'POST',
  path: 'muc/batchGet',
  reads: true,
  access: { signedIn: true },
  scope: 'employee',
  input: z
    .strictObject({ employees: some(), departments: some() })
    .refine((value) => value.employees.length + value.departments.length <= 1000, { path: ['employees'] }),
  reply: z.object({
    employees: z.array(
      z.object({
        id: id(),
        name: z.string(),
        account: z.string(),
        status: z.enum(employeeStatuses),
        avatar: pictureMark,
        departmentName: z.string(),
        fullName: z.string(),
      }),
    ),
    departments: z.array(z.object({ id: id(), name: z.string(), fullName: z.string(), enabled: z.boolean() })),
    missing: z.object({ employees: z.array(id()), departments: z.array(id()) }),
  }),
  summary: 'Names, paths and status of up to 1,000 employees and departments',
});
