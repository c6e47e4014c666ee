import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, longText, time, version } from '#kit/common/schema.ts';
import { planActions } from './plan.contract.ts';

/** What may become of a request for approval. */
export const requestStates = ['pending', 'approved', 'rejected', 'expired'] as const;

/** A plan that waits, or waited, for a second person. */
export const ChangeRequestRow = z.object({
  id: id(),
  version: version(),
  planId: id(),
  operation: z.string(),
  requester: id(),
  requesterName: z.string(),
  reason: z.string().nullable(),
  counts: z.partialRecord(z.enum(planActions), z.int()),
  state: z.enum(requestStates),
  /** The caller may decide it: holds the code and did not ask. */
  mayDecide: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: time().nullable(),
  comment: z.string().nullable(),
  at: time(),
  expiresAt: time(),
  jobId: id().nullable(),
});
export type ChangeRequestView = z.output<typeof ChangeRequestRow>;

/** Requests that the caller made or may decide; the 500 newest. */
export const listChangeRequests = endpoint({
  method: 'GET',
  path: 'changeRequest/list',
  summary: 'Requests that the caller made or may decide',
  access: { signedIn: true },
  scope: 'journal',
  input: z.object({ state: z.enum(requestStates).optional() }),
  reply: z.array(ChangeRequestRow),
});

const decision = z.strictObject({ id: id(), version: version(), comment: longText(500).optional() });

/** Agrees: the plan is applied as its requester. Own requests are refused (65002), decided ones too (10412). */
export const approveChange = endpoint({
  method: 'POST',
  path: 'changeRequest/approve',
  summary: 'Approves a plan that waits; it then runs as its requester',
  access: { signedIn: true },
  scope: 'journal',
  audit: 'changeRequest.approve',
  input: decision,
  reply: ChangeRequestRow,
});

/** Refuses the plan, which stays and may be asked for again. */
export const rejectChange = endpoint({
  method: 'POST',
  path: 'changeRequest/reject',
  summary: 'Rejects a plan that waits',
  access: { signedIn: true },
  scope: 'journal',
  audit: 'changeRequest.reject',
  input: decision,
  reply: ChangeRequestRow,
});
