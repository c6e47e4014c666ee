/** What somebody does with a file; held by file rules and segment limits. */
export const fileActions = ['upload', 'download', 'preview', 'forward'] as const;
export type FileAction = (typeof fileActions)[number];

/** What a segment limit may hold: the files, and sending and opening chats. */
export const segmentActions = [...fileActions, 'message'] as const;
export type SegmentAction = (typeof segmentActions)[number];

/** What a segment limit refuses: everything from elsewhere, or everything from there. */
export const segmentEffects = ['onlyInside', 'denyInside'] as const;

/** What somebody does with somebody else. */
export const memberActions = ['chat', 'createGroup', 'addToGroup', 'call', 'sendFile'] as const;
export type MemberAction = (typeof memberActions)[number];

/** What a member limit refuses: these pairs, or all pairs but these. */
export const memberEffects = ['deny', 'onlyAllow'] as const;
/** Whether a member limit holds only those on its first side, or both sides. */
export const memberDirections = ['oneWay', 'both'] as const;
/** What becomes of chats that a member limit would not let begin: they go on, or can only be read. */
export const existingChats = ['keep', 'freeze'] as const;
/** Who stands on one side of a member limit. */
export const partyKinds = ['everyone', 'department', 'crowd', 'employee'] as const;

/** Terminals of a file rule: all, mobile (iOS, Android, HarmonyOS), desktop (Windows, macOS). */
export const terminalTypes = [1, 2, 3] as const;
/** What a file rule does: segment limits apply, files are refused everywhere, or only looked at. */
export const ruleTypes = [1, 2, 3] as const;

/** What decided: nothing did, one is alone with oneself, or a white list, a file rule, a segment limit, a member limit. */
export const deciders = ['nothing', 'self', 'whiteList', 'fileRule', 'segmentLimit', 'memberLimit'] as const;
