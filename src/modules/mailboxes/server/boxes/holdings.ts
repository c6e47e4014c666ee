import { sql } from 'kysely';
import { fieldHolding } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { accountInRange } from './account-range.ts';
import { mailAccounts } from './accounts.ts';
import { mailAuths } from './auths.ts';
import { mailMembers } from './members.ts';

const seenAccount: HoldingKind['visible'] = (range) =>
  sql<boolean>`exists (select from mail_account own where own.id = t.id and ${accountInRange(range, 'own')})`;
const seenGrant: HoldingKind['visible'] = (range) =>
  sql<boolean>`exists (select from mail_auth g join mail_account own on own.id = g.account_id where g.id = t.id and ${accountInRange(range, 'own')})`;

/** Whose own boxes these are: they are closed when their person leaves, with everything that is open of them. */
const personal: HoldingKind = fieldHolding({
  kind: 'mailAccount.person',
  title: { zh_CN: '个人邮箱', en_US: 'Personal mailboxes', ja_JP: '個人のメールボックス' },
  order: 'end',
  choices: ['end'],
  visible: seenAccount,
  of: mailAccounts.kind as Kind,
  held: (uids) => sql`select employee_id as uid, id, address as name from mail_account
    where state <> 'closed' and employee_id = any(${uids}::uuid[])`,
  change: () => ({ state: 'closed' }),
});

/** What people must not keep: their own boxes, boxes that they answer for, and what they were granted. A grant is never handed on. */
export const mailHoldings: readonly HoldingKind[] = [
  personal,
  ...mailAccounts.holdings.map((one): HoldingKind => ({
    ...one,
    title: { zh_CN: '负责的邮箱', en_US: 'Mailboxes answered for', ja_JP: '責任者となっているメールボックス' },
    visible: seenAccount,
  })),
  ...mailAuths.holdings.map((one): HoldingKind => ({ ...one, choices: ['remove'], visible: seenGrant })),
  ...mailMembers.holdings.map((one): HoldingKind => ({ ...one, choices: ['remove'] })),
];
