/** What a group is, and whether its members follow something. */
export const groupKinds = ['ordinary', 'department', 'crowd', 'task'] as const;
/** What a group is. */
export type GroupKind = (typeof groupKinds)[number];
/** Kinds whose members follow a department or a dynamic group. */
export const followingKinds: readonly GroupKind[] = ['department', 'crowd'];
/** How people come into a group. */
export const joinModes = ['free', 'approve', 'invite', 'closed'] as const;
/** Who writes in a group. */
export const speakRules = ['all', 'managers'] as const;
/** What those read who join later. */
export const historyRules = ['none', '100', 'all'] as const;
/** Who may mention all of a group. */
export const mentionRules = ['owner', 'managers', 'everyone'] as const;
/** What somebody is in a group. */
export const memberRoles = ['owner', 'manager', 'member', 'guest'] as const;
/** What somebody is in a group. */
export type MemberRole = (typeof memberRoles)[number];
/** Whether a group is in use; one that is dissolved lies in the recycle bin. */
export const groupStates = ['active', 'banned'] as const;
/** What happened to a group or its members. */
export const groupEvents = [
  'created',
  'added',
  'joined',
  'followed',
  'removed',
  'left',
  'manager',
  'member',
  'muted',
  'unmuted',
  'transferred',
  'banned',
  'unbanned',
  'dissolved',
  'restored',
  'merged',
  'notice',
  'helpers',
] as const;
/** What happened to a group or its members. */
export type GroupEvent = (typeof groupEvents)[number];
/** Helpers that the product brings along. */
export const helperKinds = ['welcome', 'notice'] as const;
/** Whether every new group of a type gets a helper, or nobody hears of it any more. */
export const helperModes = ['always', 'off'] as const;
/** Why somebody can't be put into a group. */
export const unfitReasons = ['full', 'notAllowed', 'left', 'limit', 'already'] as const;
/** Maximum number of managers of a group, beside its owner. */
export const mostManagers = 20;
/** Guests of a group that follows a department or a dynamic group. */
export const mostGuests = 50;
